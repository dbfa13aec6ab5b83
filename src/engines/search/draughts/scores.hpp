// Knows what scores mean inside a search of draughts: a worth, a win that tables know of, a win in so many plies.
// Refuses to know how they are shown to anyone.
#pragma once

#include <cstdlib>

#include "engines/search/draughts/evaluation.hpp"
#include "engines/search/findings.hpp"

namespace crownstar::search {

// A win in n plies is n less. All fit sixteen bits.
inline constexpr int sure_win = 32'000;
inline constexpr int table_win = 25'000;
inline constexpr int most_plies = 120;
// What tables say is not believed where a draw rule may end the game in fewer half-moves.
inline constexpr int patience_of_tables = 12;
// From here on a score says who wins, not who stands better.
inline constexpr int least_known_win = most_worth + 1;
inline constexpr int least_sure_win = sure_win - 1000;

constexpr bool is_known(int score) { return score >= least_known_win || score <= -least_known_win; }

// What is remembered of a position counts from there, what is searched from the root.
constexpr int from_root(int score, int ply) {
  return score >= least_known_win ? score - ply : score <= -least_known_win ? score + ply : score;
}
constexpr int from_here(int score, int ply) {
  return score >= least_known_win ? score + ply : score <= -least_known_win ? score - ply : score;
}

// As every family of games tells of them.
constexpr int told_score(int score) {
  if (score >= least_sure_win) return won - (sure_win - score);
  if (score <= -least_sure_win) return (sure_win + score) - won;
  return score;
}

}  // namespace crownstar::search
