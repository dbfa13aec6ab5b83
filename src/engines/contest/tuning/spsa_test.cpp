#include "engines/contest/tuning/spsa.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "engines/contest/players/seeded_random.hpp"

namespace crownstar::contest {
namespace {

const std::vector<TunedParameter> two{{"width", 20, 0, 100, 5}, {"depth", 8, 1, 12, 1}};

// A game whose best parameters are known: who is nearer to them wins more often.
int lead_of(const Trial& trial, SeededRandom& random, int games) {
  const auto off = [](const std::vector<int>& values) {
    return std::abs(values[0] - 60) / 5.0 + std::abs(values[1] - 4);
  };
  const double better = 1 / (1 + std::exp(0.3 * (off(trial.up) - off(trial.down))));
  int lead = 0;
  for (int game = 0; game < games; ++game)
    lead += random.below(1000) < static_cast<std::size_t>(better * 1000) ? 1 : -1;
  return lead;
}

TEST(Spsa, GoesToWhereGamesAreWon) {
  constexpr int rounds = 600;
  Spsa tuning(two, rounds, 0.02, 7);
  SeededRandom random(3);
  for (int round = 0; round < rounds; ++round) tuning.learn(round, lead_of(tuning.trial(round), random, 16));
  EXPECT_NEAR(tuning.values()[0], 60, 8);
  EXPECT_NEAR(tuning.values()[1], 4, 1.5);
}

TEST(Spsa, StaysWhereNobodyWins) {
  Spsa tuning(two, 10, 0.02, 7);
  for (int round = 0; round < 10; ++round) tuning.learn(round, 0);
  EXPECT_EQ(tuning.rounded(), (std::vector<int>{20, 8}));
}

TEST(Spsa, MovesOneWayForOneSideAndTheOtherForTheOther) {
  const Spsa begun(two, 100, 0.02, 7);
  const Trial trial = begun.trial(0);
  for (std::size_t parameter = 0; parameter < two.size(); ++parameter) {
    ASSERT_NE(trial.up[parameter], trial.down[parameter]);
    Spsa won = begun;
    won.learn(0, 5);
    Spsa lost = begun;
    lost.learn(0, -5);
    EXPECT_EQ(won.values()[parameter] > begun.values()[parameter], trial.up[parameter] > trial.down[parameter]);
    EXPECT_NEAR(won.values()[parameter] + lost.values()[parameter], 2 * begun.values()[parameter], 1e-9);
  }
}

TEST(Spsa, NeverLeavesTheRange) {
  Spsa tuning({{"small", 1, 1, 3, 2}}, 50, 1, 1);
  for (int round = 0; round < 50; ++round) {
    const Trial trial = tuning.trial(round);
    for (const int value : {trial.up[0], trial.down[0], tuning.rounded()[0]}) {
      EXPECT_GE(value, 1);
      EXPECT_LE(value, 3);
    }
    tuning.learn(round, round % 3 - 1);
  }
}

TEST(Spsa, GoesOnAsIfItHadNotStopped) {
  Spsa whole(two, 40, 0.02, 5);
  Spsa first(two, 40, 0.02, 5);
  for (int round = 0; round < 20; ++round) {
    whole.learn(round, round % 5 - 2);
    first.learn(round, round % 5 - 2);
  }
  Spsa second(two, 40, 0.02, 5);
  second.set_values(first.values());
  for (int round = 20; round < 40; ++round) {
    EXPECT_EQ(second.trial(round), whole.trial(round));
    whole.learn(round, round % 7 - 3);
    second.learn(round, round % 7 - 3);
  }
  EXPECT_EQ(second.values(), whole.values());
}

}  // namespace
}  // namespace crownstar::contest
