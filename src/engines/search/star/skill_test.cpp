#include "engines/search/star/skill.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "engines/search/levels.hpp"

namespace crownstar::search::star {
namespace {

int jump_or_any(const Skill& skill) {
  return skill.longest_jump == 0 ? std::numeric_limits<int>::max() : skill.longest_jump;
}

TEST(StarSkill, EachLevelSeesNoLessThanTheOneBelow) {
  for (std::size_t number = 1; number < levels().size(); ++number) {
    const Skill& better = skill_of(number);
    const Skill& worse = skill_of(number - 1);
    const std::string_view id = levels()[number].id;
    EXPECT_GE(better.depth, worse.depth) << id;
    EXPECT_LE(better.is_flat, worse.is_flat) << id;
    EXPECT_GE(better.races_home, worse.races_home) << id;
    EXPECT_GE(better.network_nodes, worse.network_nodes) << id;
    EXPECT_GE(better.nodes, worse.nodes) << id;
    if (better.depth != worse.depth || better.is_flat != worse.is_flat) continue;
    EXPECT_GE(jump_or_any(better), jump_or_any(worse)) << id;
    EXPECT_LE(better.noise, worse.noise) << id;
    EXPECT_LE(better.lapses, worse.lapses) << id;
  }
}

TEST(StarSkill, LapsesAtTheSameTurnsForTheSameSeedAndAsOftenAsItSays) {
  constexpr int turns = 10'000;
  const Skill skill{.depth = 3, .lapses = 10};
  int lapses = 0;
  for (std::uint64_t seed = 0; seed < turns; ++seed) {
    const Skill now = skill_at_turn(skill, seed);
    EXPECT_EQ(now.depth, skill_at_turn(skill, seed).depth);
    lapses += now.depth == 1 ? 1 : 0;
  }
  EXPECT_NEAR(lapses, 0.1 * turns, 0.02 * turns);
}

TEST(StarSkill, TheStrongestLevelsNeverLapse) {
  for (const char* id : {"strong", "seasoned", "expert", "master", "full"}) {
    EXPECT_EQ(skill_of(static_cast<std::size_t>(find_level(id) - levels().data())).lapses, 0) << id;
  }
}

}  // namespace
}  // namespace crownstar::search::star
