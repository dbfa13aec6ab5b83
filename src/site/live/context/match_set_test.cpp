#include "site/live/context/match_set.hpp"

#include <gmock/gmock.h>

#include "site/live/context/registry.hpp"

namespace crownstar::live {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

store::MatchHeader header_in_set(const std::string& id) {
  store::MatchHeader header;
  header.id = id;
  return header;
}

TEST(MatchSetTest, AMatchThatHasLeftMemoryIsNotInItAnyMore) {
  MatchRegistry registry;
  MatchSet set;
  LiveMatch& stays = registry.add(header_in_set("m1"));
  LiveMatch& goes = registry.add(header_in_set("m2"));
  for (LiveMatch* live : {&stays, &goes, &stays}) set.insert(*live);
  EXPECT_EQ(set.size(), 2U);
  goes.header.state = store::MatchState::over;
  registry.remove(goes);
  EXPECT_EQ(set.size(), 1U);
  ASSERT_THAT(set.all(), SizeIs(1));
  EXPECT_EQ(set.all()[0].get(), &stays);
  EXPECT_TRUE(set.contains(stays));
  set.erase(stays);
  EXPECT_EQ(set.size(), 0U);
  set.insert(stays);
  EXPECT_THAT(set.take(), SizeIs(1));
  EXPECT_THAT(set.take(), IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
