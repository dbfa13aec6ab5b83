#include "engines/search/levels.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace crownstar::search {
namespace {

TEST(Levels, AreSaidEachInWordsOfItsOwn) {
  std::set<std::string_view> ids;
  std::set<std::string_view> names;
  std::set<std::string_view> lines;
  for (const Level& level : levels()) {
    EXPECT_TRUE(ids.insert(level.id).second) << level.id;
    EXPECT_TRUE(names.insert(level.name).second) << level.id;
    EXPECT_TRUE(lines.insert(level.description).second) << level.id;
    EXPECT_TRUE(lines.insert(level.on_the_star).second) << level.id;
    EXPECT_FALSE(level.description.empty() || level.on_the_star.empty()) << level.id;
  }
  EXPECT_EQ(ids.size(), level_count);
}

// Games, seats and links that are kept somewhere name them.
TEST(Levels, KeepTheIdsThatTheyHaveHad) {
  for (const char* id : {"first-steps", "beginner", "casual", "steady", "keen", "strong", "expert", "full"}) {
    EXPECT_NE(find_level(id), nullptr) << id;
  }
}

}  // namespace
}  // namespace crownstar::search
