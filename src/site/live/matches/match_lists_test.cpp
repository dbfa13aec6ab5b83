#include "site/live/matches/match_lists.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;
using testing::SizeIs;

class MatchListsTest : public PartTest {
 protected:
  MatchListsTest() { lists->belong_to(lists); }
  std::shared_ptr<MatchLists> lists =
      std::make_shared<MatchLists>(context, registry, [this](std::string_view host) { return host == away; });
  std::string away;
};

TEST_F(MatchListsTest, TheNewestComesFirstAndOneThatIsOverNotAtAll) {
  begun("m1", {person("ann"), person("ben")});
  now += 1s;
  begun("m2", {person("cyd"), person("dan")}, blitz("russian"));
  ASSERT_THAT(lists->lobby_matches({}), SizeIs(2));
  EXPECT_EQ(lists->lobby_matches({})[0].header.id, "m2");
  ASSERT_THAT(lists->lobby_matches("american"), SizeIs(1));
  EXPECT_EQ(lists->listed().size(), 2U);
  EXPECT_TRUE(lists->unfinished("m1"));
  registry.find("m1")->header.state = store::MatchState::over;
  EXPECT_FALSE(lists->unfinished("m1"));
  EXPECT_THAT(lists->lobby_matches("american"), IsEmpty());
}

TEST_F(MatchListsTest, WhatOnlyThoseWithTheLinkKnowIsNotListed) {
  begun("m1", {person("ann"), person("ben")}).header.is_listed = false;
  EXPECT_THAT(lists->lobby_matches({}), IsEmpty());
}

TEST_F(MatchListsTest, AnOpenTableWhoseHostIsAwayIsNotListedUnlessItsMovesTakeDays) {
  LiveMatch& open = begun("m1", {person("ann"), person("ben")});
  open.header.state = store::MatchState::open;
  open.details.host = "ann";
  EXPECT_THAT(lists->open_tables_of("ann"), testing::ElementsAre("m1"));
  EXPECT_TRUE(lists->unfinished("m1"));
  away = "ann";
  EXPECT_FALSE(lists->unfinished("m1"));
  EXPECT_THAT(lists->lobby_matches({}), IsEmpty());
  open.details.clocks = {{match::ClockKind::days, 0ms, std::chrono::days{3}, 0}};
  EXPECT_TRUE(lists->unfinished("m1"));
  EXPECT_THAT(lists->open_tables_of("ann"), IsEmpty());
  open.details.clocks.clear();
  open.header.state = store::MatchState::running;
  EXPECT_TRUE(lists->unfinished("m1")) << "a game that has begun is shown whoever is there";
}

TEST_F(MatchListsTest, AMatchIsFoundInMemoryOrInTheStore) {
  begun("m1", {person("ann"), person("ben")});
  store_begun("m2", {person("cyd"), person("dan")});
  std::string found;
  const auto note = [&](const auto& summary) { found = summary ? summary->header.id : summary.error().code; };
  lists->find("m1", note);
  EXPECT_EQ(found, "m1");
  lists->find("m2", note);
  store.answer();
  EXPECT_EQ(found, "m2");
  lists->find("m3", note);
  store.answer();
  EXPECT_EQ(found, "no_such_match");
}

}  // namespace
}  // namespace crownstar::live
