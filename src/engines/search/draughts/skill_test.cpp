#include "engines/search/draughts/skill.hpp"

#include <gtest/gtest.h>

#include "engines/search/levels.hpp"

namespace crownstar::search::draughts {
namespace {

using enum BoardKind;

class EachBoardKind : public testing::TestWithParam<BoardKind> {};

INSTANTIATE_TEST_SUITE_P(DraughtsSkill, EachBoardKind, testing::Values(short_kings, flying_kings, large));

TEST(DraughtsSkill, AGameBelongsToAKindOfBoard) {
  EXPECT_EQ(board_kind_of("american"), short_kings);
  EXPECT_EQ(board_kind_of("italian"), short_kings);
  EXPECT_EQ(board_kind_of("flying-king"), flying_kings);
  EXPECT_EQ(board_kind_of("turkish"), flying_kings);
  EXPECT_EQ(board_kind_of("international"), large);
  EXPECT_EQ(board_kind_of("canadian"), large);
}

TEST_P(EachBoardKind, EachLevelSeesNoLessThanTheOneBelow) {
  for (std::size_t number = 1; number < levels().size(); ++number) {
    const Skill& better = skill_of(number, GetParam());
    const Skill& worse = skill_of(number - 1, GetParam());
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

TEST_P(EachBoardKind, TheStrongestLevelsNeverLapse) {
  for (const char* id : {"strong", "seasoned", "expert", "master", "full"}) {
    EXPECT_EQ(skill_of(static_cast<std::size_t>(find_level(id) - levels().data()), GetParam()).lapses, 0) << id;
  }
}

}  // namespace
}  // namespace crownstar::search::draughts
