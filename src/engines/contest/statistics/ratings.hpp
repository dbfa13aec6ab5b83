// Elo of several players from the results of their pairings, with errors and the likelihood that one is better.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engines/contest/statistics/tally.hpp"

namespace crownstar::contest {

struct PairScore {
  std::size_t a = 0;
  std::size_t b = 1;
  Tally tally;  // of A
};

// The most likely Elo where a score of A against B is expected to be 1 / (1 + 10^((B - A) / 400)) and a draw is half a
// win (Bradley and Terry). The mean of all players is 0. Errors come from the variance of pairs of games.
class Ratings {
 public:
  Ratings(std::size_t players, const std::vector<PairScore>& scores);

  // None where the player has no game.
  std::optional<Elo> of(std::size_t player) const;
  // How likely it is that A is better than B, from 0 to 1.
  double superiority(std::size_t a, std::size_t b) const;
  // From the highest Elo down; who has no game comes last.
  const std::vector<std::size_t>& order() const { return order_; }

 private:
  std::vector<double> values_;  // natural logarithms of strengths
  std::vector<std::vector<double>> covariance_;
  std::vector<bool> has_games_;
  std::vector<std::size_t> order_;
};

}  // namespace crownstar::contest
