// Scores inside the draughts search: an evaluation, a win known from endgame tables, a win in so many plies.
#pragma once

#include <cstdlib>

#include "engines/search/draughts/evaluation/evaluation.hpp"
#include "engines/search/findings.hpp"

namespace crownstar::search::draughts {

// A win in n plies is n less. All fit sixteen bits.
inline constexpr int win_score = 32'000;
inline constexpr int tablebase_win = 25'000;
inline constexpr int infinite = win_score + 1;
inline constexpr int most_plies = 120;
// From here on a score says who wins, not who stands better.
inline constexpr int least_decided_score = most_eval + 1;
inline constexpr int least_win_score = win_score - 1000;

constexpr bool is_decided(int score) { return score >= least_decided_score || score <= -least_decided_score; }

// The transposition table counts plies from the position itself, the search from the root.
constexpr int score_from_table(int score, int ply) {
  return score >= least_decided_score ? score - ply : score <= -least_decided_score ? score + ply : score;
}
constexpr int score_to_table(int score, int ply) {
  return score >= least_decided_score ? score + ply : score <= -least_decided_score ? score - ply : score;
}

// The same score on the scale that all families share, see findings.hpp.
constexpr int candidate_score(int score) {
  if (score >= least_win_score) return won - (win_score - score);
  if (score <= -least_win_score) return (win_score + score) - won;
  return score;
}

}  // namespace crownstar::search::draughts
