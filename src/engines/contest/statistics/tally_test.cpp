#include "engines/contest/statistics/tally.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

Tally tally_of(int lost_both, int even, int won_both, int drawn_both) {
  Tally tally;
  for (int nth = 0; nth < lost_both; ++nth) tally.add_pair(GameResult::loss, GameResult::loss);
  for (int nth = 0; nth < even; ++nth) tally.add_pair(GameResult::win, GameResult::loss);
  for (int nth = 0; nth < won_both; ++nth) tally.add_pair(GameResult::win, GameResult::win);
  for (int nth = 0; nth < drawn_both; ++nth) tally.add_pair(GameResult::draw, GameResult::draw);
  return tally;
}

TEST(Tally, CountsGamesAndPairs) {
  Tally tally;
  tally.add_pair(GameResult::win, GameResult::draw);
  tally.add_pair(GameResult::loss, GameResult::loss);
  EXPECT_EQ(tally.games(), 4);
  EXPECT_EQ(tally.wins(), 1);
  EXPECT_EQ(tally.draws(), 1);
  EXPECT_EQ(tally.losses(), 2);
  EXPECT_EQ(tally.pairs(), (std::array<int, 5>{1, 0, 0, 1, 0}));
  EXPECT_DOUBLE_EQ(tally.score(), 0.375);
  // Two pairs, 0 and 0.75: off by 0.375 each, and Student's t for one degree of freedom makes that more than all.
  EXPECT_EQ(tally.score_error(), 1);
  EXPECT_NEAR(tally_of(30, 40, 30, 0).score_error(), 1.984 * std::sqrt(60 * 0.25 / 99 / 100), 1e-4);
}

TEST(Tally, EloIsWhatEloSays) {
  EXPECT_NEAR(elo_of_score(0.75), 190.85, 0.01);
  EXPECT_NEAR(elo_of_score(0.5), 0, 1e-9);
  EXPECT_NEAR(score_of_elo(100), 0.640065, 1e-6);
  EXPECT_NEAR(elo_of_score(score_of_elo(-37)), -37, 1e-9);
}

TEST(Tally, EqualPlayersHaveNoEloAndAnErrorThatShrinks) {
  const Elo few = tally_of(5, 5, 5, 5).elo();
  const Elo many = tally_of(500, 500, 500, 500).elo();
  EXPECT_NEAR(few.value, 0, 1e-9);
  EXPECT_NEAR(many.value, 0, 1e-9);
  EXPECT_GT(few.error, many.error * 9);
  EXPECT_LT(few.error, many.error * 12);
}

// Two wins with changed sides say less of a spread than a win and a loss from every start.
TEST(Tally, StartsThatAreWonByWhoeverHasThemAddNoError) {
  EXPECT_LT(tally_of(1, 98, 1, 0).elo().error, 14);
  EXPECT_GT(tally_of(50, 0, 50, 0).elo().error, 60);
}

TEST(Tally, PairsThatAreAllAlikeAreNoCertainty) {
  const Elo few = tally_of(0, 10, 0, 0).elo();
  const Elo many = tally_of(0, 100, 0, 0).elo();
  EXPECT_EQ(many.value, 0);
  EXPECT_GT(many.error, 5);
  EXPECT_LT(many.error, 11);
  EXPECT_GT(few.error, 9 * many.error);
}

TEST(Tally, ACleanScoreIsFinite) {
  const Elo elo = tally_of(0, 0, 50, 0).elo();
  EXPECT_GT(elo.value, 800);
  EXPECT_LT(elo.value, 1000);
  EXPECT_EQ(Tally().elo().value, 0);
}

TEST(Tally, ACleanScoreIsNoCertainty) {
  const Elo few = tally_of(0, 0, 2, 0).elo();
  EXPECT_GT(few.error, 200);
  const Elo many = tally_of(0, 0, 50, 0).elo();
  EXPECT_GT(many.error, 100);
  EXPECT_LT(many.error, few.error);
  EXPECT_DOUBLE_EQ(tally_of(2, 0, 0, 0).elo().error, few.error);
  EXPECT_FALSE(std::signbit(tally_of(0, 3, 0, 0).elo().value)) << "level is not a little below";
}

TEST(SequentialTest, DecidesForWhatIsSeen) {
  const SequentialTest test{0, 20};
  EXPECT_EQ(verdict_of(Tally(), test), Verdict::open);
  EXPECT_EQ(verdict_of(tally_of(0, 1, 1, 0), test), Verdict::open);
  EXPECT_EQ(verdict_of(tally_of(10, 50, 60, 100), test), Verdict::elo1);
  EXPECT_EQ(verdict_of(tally_of(60, 50, 10, 100), test), Verdict::elo0);
}

TEST(SequentialTest, HalfWayBetweenSaysNothing) {
  EXPECT_NEAR(log_likelihood_ratio(tally_of(100, 50, 100, 30), {-10, 10}), 0, 1e-9);
}

// At even strength a test of 0 against 10 must not be taken for proof of 10 after a streak of three.
TEST(SequentialTest, AStreakIsNoProof) { EXPECT_EQ(verdict_of(tally_of(0, 0, 3, 0), {0, 10}), Verdict::open); }

}  // namespace
}  // namespace crownstar::contest
