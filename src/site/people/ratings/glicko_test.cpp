#include "site/people/ratings/glicko.hpp"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

using std::chrono::hours;

// Mark E. Glickman, "Example of the Glicko-2 system": a player of 1500 with deviation 200 and volatility 0.06 beats one
// of 1400 (30), and loses to 1550 (100) and 1700 (300), with tau 0.5. The paper's answer: 1464.06, 151.52, 0.05999.
TEST(Glicko, ThePapersExample) {
  const std::array results{Result{{1400, 30, 0.06}, 1}, Result{{1550, 100, 0.06}, 0}, Result{{1700, 300, 0.06}, 0}};
  const Rating after = glicko_2({1500, 200, 0.06}, results, 0.5);
  EXPECT_NEAR(after.value, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

// The paper's step 6 for who has not competed: the deviation grows by the volatility and nothing else changes.
TEST(Glicko, APeriodWithoutGames) {
  const Rating after = glicko_2({1500, 200, 0.06}, {}, 0.5);
  EXPECT_EQ(after.value, 1500);
  EXPECT_NEAR(after.deviation, std::sqrt(200 * 200 + std::pow(0.06 * 173.7178, 2)), 1e-9);
  EXPECT_EQ(after.volatility, 0.06);
}

TEST(Glicko, ADeviationGrowsWithTimeUpToABound) {
  const Rating settled{1500, 60, 0.06};
  EXPECT_EQ(aged(settled, Milliseconds{0}).deviation, 60);
  EXPECT_NEAR(aged(settled, hours{24 * 365 + 6}).deviation, 110, 0.1);
  EXPECT_LT(aged(settled, hours{24 * 90}).deviation, 110);
  EXPECT_EQ(aged(settled, hours{24 * 365 * 300}).deviation, most_deviation);
  EXPECT_EQ(aged(settled, hours{-24}).deviation, 60);
}

TEST(Glicko, NewcomersAreProvisionalUntilTheyHavePlayed) {
  Rating rating;
  EXPECT_TRUE(is_provisional(rating));
  int games = 0;
  while (is_provisional(rating) && games < 100) {
    const std::array result{Result{{1500, 60, 0.06}, games % 2 == 0 ? 1.0 : 0.0}};
    rating = rated(rating, hours{1}, result);
    ++games;
  }
  EXPECT_GE(games, 5);
  EXPECT_LE(games, 20);
  EXPECT_FALSE(is_provisional({1500, 110, 0.06}));
}

TEST(Glicko, EqualsWhoDrawStayWhereTheyAre) {
  const Rating rating{1700, 80, 0.06};
  const std::array result{Result{rating, 0.5}};
  EXPECT_NEAR(rated(rating, Milliseconds{0}, result).value, 1700, 1e-9);
}

TEST(Glicko, NoGameNoChange) {
  const Rating rating{1700, 80, 0.06};
  EXPECT_EQ(rated(rating, hours{24 * 365}, {}), rating);
}

// Laws over random players: a win never lowers, a loss never raises, and the bounds hold.
TEST(Glicko, Laws) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(400, 4000);
  std::uniform_real_distribution<double> deviation(45, 500);
  std::uniform_real_distribution<double> volatility(0.01, 0.1);
  const auto player = [&] { return Rating{value(random), deviation(random), volatility(random)}; };
  for (int round = 0; round < 20'000; ++round) {
    const Rating before = player();
    const Rating opponent = player();
    const std::array won{Result{opponent, 1}};
    const std::array lost{Result{opponent, 0}};
    const Rating after_win = rated(before, Milliseconds{0}, won);
    const Rating after_loss = rated(before, Milliseconds{0}, lost);
    EXPECT_GE(after_win.value, before.value - 1e-9);
    EXPECT_LE(after_loss.value, before.value + 1e-9);
    for (const Rating& after : {after_win, after_loss}) {
      EXPECT_TRUE(std::isfinite(after.value));
      EXPECT_GE(after.value, least_rating);
      EXPECT_LE(after.value, most_rating);
      EXPECT_GE(after.deviation, least_deviation);
      EXPECT_LE(after.deviation, most_deviation);
      EXPECT_LE(after.volatility, 0.1);
    }
  }
}

}  // namespace
}  // namespace crownstar::people
