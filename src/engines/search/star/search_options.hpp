// The options of a search, and the result of one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/search/star/alpha_beta.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "engines/search/star/playout_tree.hpp"

namespace crownstar::search::star {

struct SearchOptions {
  OpponentModel opponent_model = OpponentModel::paranoid;
  EvaluationOptions evaluation{};
  int depth = AlphaBeta<4>::most_depth;
  int beam_turns = tuned::beam_turns;
  int longest_jump = 0;                                  // overlooks moves that go farther, in steps; 0 for none
  int solo_race_below = tuned::solo_race_below;          // counts its own way where nobody meets it; 0 for never
  int solo_race_near_home = tuned::solo_race_near_home;  // below that, even where it meets somebody
  bool has_late_move_reductions = true;
  bool uses_playouts = false;  // takes some thousands of nodes
  PlayoutOptions playouts{};
  int predictable_from = 0;         // beam search where so many of 100 moves of rivals were as predicted; 0 for never
  bool scores_all_exactly = false;  // the score of every move, not only of the best
  std::size_t lines = 1;            // so many of the best are scored exactly
  int threads = 1;
};

struct RankedMove {
  sternhalma::Move move;
  std::uint8_t set = 0;
  int score = 0;
  std::vector<sternhalma::Move> line;      // the move and what is expected to follow
  std::optional<double> expected_place{};  // where play-outs found it, and not only a score
};

struct RootResult {
  std::vector<RankedMove> moves;  // every legal move, the best first
  int depth = 0;
  int one_turn_score = 0;            // of the root after the best single turn, without a network
  int turns_home = 0;                // of the seat alone, where they were counted; 0 where not
  bool line_has_all_seats = false;   // lines have the turns of all seats, whatever the opponent model
  bool is_predicted = false;         // scores rest on rivals that make the move that gains them most
  std::uint64_t parallel_nodes = 0;  // of other threads than that of the budget
};

}  // namespace crownstar::search::star
