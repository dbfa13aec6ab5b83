#include "engines/search/levels.hpp"

#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engines/search/skill.hpp"

namespace crownstar::search {
namespace {

int jump_or_any(const StarSkill& skill) {
  return skill.longest_jump == 0 ? std::numeric_limits<int>::max() : skill.longest_jump;
}

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
  EXPECT_GE(ids.size(), 12U);
}

// Games, seats and links that are kept somewhere name them.
TEST(Levels, KeepTheIdsThatTheyHaveHad) {
  for (const char* id : {"first-steps", "beginner", "casual", "steady", "keen", "strong", "expert", "full"}) {
    EXPECT_NE(find_level(id), nullptr) << id;
  }
}

TEST(Levels, SeeNoLessThanTheOneBelowInDraughts) {
  for (std::size_t number = 1; number < levels().size(); ++number) {
    const DraughtsSkill& better = skill_of(number).draughts;
    const DraughtsSkill& worse = skill_of(number - 1).draughts;
    const std::string_view id = levels()[number].id;
    EXPECT_GE(better.depth, worse.depth) << id;
    EXPECT_GE(better.sees_answers, worse.sees_answers) << id;
    EXPECT_GE(better.nodes, worse.nodes) << id;
    if (better.depth != worse.depth) continue;
    EXPECT_LE(better.noise, worse.noise) << id;
    EXPECT_TRUE(better.lapses <= worse.lapses || better.sees_answers > worse.sees_answers) << id;
  }
}

TEST(Levels, SeeNoLessThanTheOneBelowOnTheStar) {
  for (std::size_t number = 1; number < levels().size(); ++number) {
    const StarSkill& better = skill_of(number).star;
    const StarSkill& worse = skill_of(number - 1).star;
    const std::string_view id = levels()[number].id;
    EXPECT_GE(better.depth, worse.depth) << id;
    EXPECT_LE(better.is_flat, worse.is_flat) << id;
    EXPECT_GE(better.counts_home, worse.counts_home) << id;
    EXPECT_GE(better.network_nodes, worse.network_nodes) << id;
    EXPECT_GE(better.nodes, worse.nodes) << id;
    if (better.depth != worse.depth || better.is_flat != worse.is_flat) continue;
    EXPECT_GE(jump_or_any(better), jump_or_any(worse)) << id;
    EXPECT_LE(better.noise, worse.noise) << id;
    EXPECT_LE(better.lapses, worse.lapses) << id;
  }
}

TEST(Levels, LapseAtTheSameTurnsForTheSameSeedAndAsOftenAsIsSaid) {
  constexpr int turns = 10'000;
  Skill skill;
  skill.draughts = {.depth = 5, .lapses = 30, .lapsed_depth = 2, .lapsed_sees_answers = false};
  skill.star = {.depth = 3, .lapses = 10};
  int in_draughts = 0;
  int on_the_star = 0;
  for (std::uint64_t seed = 0; seed < turns; ++seed) {
    const Skill now = skill_at_turn(skill, seed);
    EXPECT_EQ(now.draughts.depth, skill_at_turn(skill, seed).draughts.depth);
    EXPECT_EQ(now.draughts.sees_answers, now.draughts.depth == 5);
    in_draughts += now.draughts.depth == 2 ? 1 : 0;
    on_the_star += now.star.depth == 1 ? 1 : 0;
  }
  EXPECT_NEAR(in_draughts, 0.3 * turns, 0.02 * turns);
  EXPECT_NEAR(on_the_star, 0.1 * turns, 0.02 * turns);
}

TEST(Levels, TheStrongestNeverLapse) {
  for (const char* id : {"strong", "seasoned", "expert", "master", "full"}) {
    const Skill& skill = skill_of(static_cast<std::size_t>(find_level(id) - levels().data()));
    EXPECT_EQ(skill.draughts.lapses + skill.star.lapses, 0) << id;
  }
}

}  // namespace
}  // namespace crownstar::search
