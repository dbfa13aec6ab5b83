#include "engines/search/draughts/skill.hpp"

#include <gtest/gtest.h>

#include "engines/search/levels.hpp"

namespace crownstar::search::draughts {
namespace {

TEST(DraughtsSkill, EachLevelSeesNoLessThanTheOneBelow) {
  for (std::size_t number = 1; number < levels().size(); ++number) {
    const Skill& better = skill_of(number);
    const Skill& worse = skill_of(number - 1);
    const std::string_view id = levels()[number].id;
    EXPECT_GE(better.depth, worse.depth) << id;
    EXPECT_GE(better.has_quiescence, worse.has_quiescence) << id;
    EXPECT_GE(better.nodes, worse.nodes) << id;
    if (better.depth != worse.depth) continue;
    EXPECT_LE(better.noise, worse.noise) << id;
    EXPECT_TRUE(better.lapses <= worse.lapses || better.has_quiescence > worse.has_quiescence) << id;
  }
}

TEST(DraughtsSkill, LapsesAtTheSameTurnsForTheSameSeedAndAsOftenAsItSays) {
  constexpr int turns = 10'000;
  const Skill skill{.depth = 5, .lapses = 30, .lapsed_depth = 2, .lapsed_has_quiescence = false};
  int lapses = 0;
  for (std::uint64_t seed = 0; seed < turns; ++seed) {
    const Skill now = skill_at_turn(skill, seed);
    EXPECT_EQ(now.depth, skill_at_turn(skill, seed).depth);
    EXPECT_EQ(now.has_quiescence, now.depth == 5);
    lapses += now.depth == 2 ? 1 : 0;
  }
  EXPECT_NEAR(lapses, 0.3 * turns, 0.02 * turns);
}

TEST(DraughtsSkill, TheStrongestLevelsNeverLapse) {
  for (const char* id : {"strong", "seasoned", "expert", "master", "full"}) {
    EXPECT_EQ(skill_of(static_cast<std::size_t>(find_level(id) - levels().data())).lapses, 0) << id;
  }
}

}  // namespace
}  // namespace crownstar::search::draughts
