#include "engines/contest/statistics/ratings.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

using enum GameResult;

Tally tally_of(int wins, int draws, int losses) {
  Tally tally;
  for (int pair = 0; pair < wins; ++pair) tally.add_pair(win, draw);
  for (int pair = 0; pair < draws; ++pair) tally.add_pair(draw, draw);
  for (int pair = 0; pair < losses; ++pair) tally.add_pair(loss, draw);
  return tally;
}

TEST(Ratings, OfTwoAreTheEloOfTheirScore) {
  const Tally tally = tally_of(30, 50, 20);
  const Ratings ratings(2, {{0, 1, tally}});
  EXPECT_NEAR(ratings.of(0)->value - ratings.of(1)->value, tally.elo().value, 1e-3);
  EXPECT_NEAR(ratings.of(0)->value, -ratings.of(1)->value, 1e-6);
  EXPECT_NEAR(2 * ratings.of(0)->error, tally.elo().error, 0.05 * tally.elo().error);
  EXPECT_NEAR(ratings.superiority(0, 1), superiority(tally), 0.02);
  EXPECT_NEAR(ratings.superiority(0, 1) + ratings.superiority(1, 0), 1, 1e-9);
  EXPECT_GT(superiority(tally), 0.9);
}

TEST(Ratings, AFewWinsAreNoCertainty) {
  EXPECT_EQ(superiority(Tally()), 0.5);
  Tally tally;
  tally.add_pair(win, win);
  EXPECT_GT(superiority(tally), 0.6);
  EXPECT_LT(superiority(tally), 0.9);
  for (int pair = 0; pair < 20; ++pair) tally.add_pair(win, win);
  EXPECT_GT(superiority(tally), 0.999);
}

TEST(Ratings, OfAGauntletReachThoseWhoNeverMet) {
  const Ratings ratings(3, {{0, 1, tally_of(60, 10, 30)}, {0, 2, tally_of(30, 10, 60)}});
  const Tally first = tally_of(60, 10, 30);
  EXPECT_NEAR(ratings.of(2)->value - ratings.of(1)->value, 2 * first.elo().value, 0.01);
  EXPECT_EQ(ratings.order(), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_LT(ratings.of(0)->error, ratings.of(1)->error) << "it has played twice as many games";
}

TEST(Ratings, OfWhoHasNotPlayedAreNone) {
  const Ratings ratings(4, {{1, 2, tally_of(2, 5, 1)}, {0, 3, Tally()}});
  EXPECT_FALSE(ratings.of(0));
  EXPECT_FALSE(ratings.of(3));
  EXPECT_EQ(ratings.order(), (std::vector<std::size_t>{1, 2, 0, 3}));
  EXPECT_EQ(Ratings(2, {{0, 1, Tally()}}).superiority(0, 1), 0.5);
}

TEST(Ratings, OfCleanScoresAreFinite) {
  Tally clean;
  for (int pair = 0; pair < 10; ++pair) clean.add_pair(win, win);
  const Ratings ratings(3, {{0, 1, clean}, {1, 2, clean}, {0, 2, clean}});
  EXPECT_GT(ratings.of(0)->value, 300);
  EXPECT_LT(ratings.of(0)->value, 2000);
  EXPECT_TRUE(std::isfinite(ratings.of(1)->error));
  EXPECT_GT(ratings.superiority(0, 2), 0.97);
}

// 95 of 100 times the truth lies within the error: pairs whose games depend on each other, four players.
TEST(Ratings, HaveErrorsThatHold) {
  std::mt19937 random(7);
  const std::vector<double> truth{60, 20, -10, -70};
  int within = 0;
  int all = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<PairScore> scores;
    for (std::size_t a = 0; a < truth.size(); ++a) {
      for (std::size_t b = a + 1; b < truth.size(); ++b) {
        PairScore score{a, b, {}};
        const double expected = score_of_elo(truth[a] - truth[b]);
        for (int pair = 0; pair < 60; ++pair) {
          const auto game = [&] { return std::uniform_real_distribution<>()(random) < expected ? win : loss; };
          const GameResult first = game();
          score.tally.add_pair(first, pair % 3 == 0 ? first : game());
        }
        scores.push_back(score);
      }
    }
    const Ratings ratings(truth.size(), scores);
    for (std::size_t player = 0; player < truth.size(); ++player) {
      const Elo elo = *ratings.of(player);
      within += std::abs(elo.value - truth[player]) <= elo.error ? 1 : 0;
      ++all;
    }
  }
  EXPECT_GT(within, all * 92 / 100);
  EXPECT_LT(within, all * 98 / 100);
}

}  // namespace
}  // namespace crownstar::contest
