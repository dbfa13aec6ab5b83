// Tuned constants of the draughts search: every number that was chosen by games or by hand, and how it was chosen.
//
// Matches are the engine against itself at equal nodes, from eleven-man ballots; errors are 95 %. bench/ENGINES.md has
// the commands. "Set by hand" means that the first value that was tried is still there, and no match has tested it.
// One set of numbers serves all variants. Scores are in hundredths of a man. Those that `crownstar tune` may change are
// also in state/margins.hpp, by their names.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/draughts/variants/rules.hpp"

namespace crownstar::search::draughts::tuned {

// --- Pruning before the moves are searched: set by hand. ---

inline constexpr int futility_margin = 22;  // by which a quiet static evaluation is trusted, for each ply of depth

// Reverse futility: the static evaluation is so far above beta that it is returned.
inline constexpr int reverse_futility_depth = 5;  // at most
inline constexpr int reverse_futility_base = 10;

// A shallower search against a raised beta replaces the null move, since zugzwang is common in draughts.
inline constexpr int raised_beta_depth = 4;            // at least
inline constexpr int raised_beta_for_a_ply = 6;        // so much is beta raised for each ply of depth
inline constexpr int raised_beta_search_percent = 40;  // of the depth

// --- Pruning of quiet moves late in the list: set by hand. ---

inline constexpr int late_move_pruning_depth = 4;  // at most
inline constexpr int futility_base = 30;
inline constexpr int late_move_pruning_base =
    4;  // moves that are searched; for each ply more its square, or twice that

// Without a move from the table a node of so much depth is searched a ply less. Set by hand.
inline constexpr int internal_reduction_depth = 5;

// --- Late-move reductions: 0.3 + log(depth) * log(number) / 2.6 plies. ---
//
// The divisor was 1.9, with one ply more at expected cuts. 3.0 alone was +10 ± 28 Elo, no reduction for expected cuts
// +24 ± 32 (200 games of 10,000 nodes each). Both together with 2.6: +16 ± 23 in 150 games of 60,000 nodes.
inline constexpr int reduction_base_percent = 30;
inline constexpr int reduction_divisor_percent = 260;
inline constexpr int history_for_a_ply = 6000;  // so much history takes a ply off the reduction; set by hand

// --- Extensions. ---
//
// The singular extension holds on the principal variation only. Without it elsewhere, and with threats at the end of a
// line searched one ply instead of three: +74 ± 42 Elo (86 games); without those threats too: +46 ± 41 (76 games). What
// stayed was +28 ± 47 (the forced answer to a capture) and +24 ± 41 (singular), 100 games each. The margins are set by
// hand.
inline constexpr int singular_depth = 8;             // at least
inline constexpr int singular_entry_depth = 3;       // the table's entry may be so many plies shallower
inline constexpr int singular_margin_for_a_ply = 2;  // how far below the entry's score the other moves must stay
constexpr int singular_search_depth(int depth) { return (depth - 1) / 2; }
constexpr int deepest_singular_ply(int root_depth) { return 2 * root_depth; }
constexpr int deepest_forced_ply(int root_depth) { return 2 * root_depth + 8; }

// --- Move ordering: set by hand. History kept from move to move was +3 ± 17 Elo (500 games of 30,000 nodes). ---

inline constexpr int table_move_score = 1 << 28;
inline constexpr int capture_score = 1 << 24;  // the most pieces first
inline constexpr int captured_piece_score = 16;
inline constexpr int crowning_capture_score = 8;
inline constexpr int most_history = 1 << 13;
inline constexpr int crowning_score = 3 * most_history;
inline constexpr int first_killer_score = 4 * most_history;
inline constexpr int second_killer_score = 2 * most_history;
constexpr int history_bonus(int depth) {
  const int bonus = depth * depth * 4 + 16 * depth;
  return bonus < 1200 ? bonus : 1200;
}

// --- The root: set by hand. ---

inline constexpr int aspiration_window = 12;            // half its width around the score of the depth before
inline constexpr int aspiration_growth = 3;             // it is made so many times wider where the score falls outside
inline constexpr int widest_aspiration = 300;           // then it is opened
inline constexpr int aspiration_depth = 5;              // at least
inline constexpr int helper_aspiration_window = 40;     // of the threads beside the one that answers
inline constexpr int root_reduction_depth = 4;          // at least
inline constexpr std::size_t root_moves_unreduced = 3;  // beside those that are shown

// A level that is so far ahead plays better than usual, so that it ends its won games. Set by hand.
inline constexpr int clear_lead = 180;
inline constexpr int clear_lead_noise_divisor = 4;
inline constexpr int clear_lead_extra_depth = 4;

// A level that has twice the rival's pieces, when these are few, makes no mistakes and looks much farther. Of the
// endings in level_play_test.cpp, with four seeds 616 games, the levels up to `practised` did not win 23 without it and
// took more than 40 moves in 8; with 4 plies more and no noise 2 and 10; with 8 none and none.
inline constexpr int winning_ending_pieces = 3;  // of the rival, at most
inline constexpr int winning_ending_extra_depth = 8;
inline constexpr int men_for_a_king = 2;

// --- Draw counters and endgame tables: set by hand, but for `least_depth_to_unpack`. ---

// With fewer half-moves left before a counter draws the game, an advantage shrinks: such wins are often not made.
inline constexpr int pressing_half_moves = 16;
// A tablebase win is not believed where a draw rule may end the game in fewer half-moves.
inline constexpr int least_moves_for_tablebase = 12;
// A node of less depth costs less than unpacking a block of a table, which takes 0.1 ms (measured).
inline constexpr int least_depth_to_unpack = 4;
// A position's key knows how many half-moves are left before a draw: each of the last by itself, those before in
// groups.
inline constexpr int draw_count_in_key = 32;  // at most; with more left the key is the same
inline constexpr int exact_draw_count_in_key = 12;
inline constexpr int draw_count_group = 4;
inline constexpr int most_nuance = 2000;  // how far the evaluation may rank positions that a table calls equal

// --- The transposition table: set by hand. ---

// A level of at least so much depth keeps its table from move to move, as the strongest does.
inline constexpr int least_depth_to_remember = 50;

inline constexpr int empty_entry_value = -1000;  // it is filled before any entry is replaced
inline constexpr int plies_for_an_age = 8;       // an entry of the search before counts as so much shallower
inline constexpr int plies_kept_against = 3;     // a bound that is so much shallower does not replace a deeper entry

// --- The handcrafted evaluation, for variants without a network: set by hand. ---

struct HandcraftedWeights {
  int man = 100;
  int king;
  int king_from_edge = 2;  // for each square from the edge, at most `king_edge_squares`
  int king_edge_squares = 2;
  int man_edge_squares = 3;   // a man is worth one more for each square from the edge, at most so many
  int man_edge_from_row = 2;  // its own rows before it are as good at the edge
  int step_forward;
  int guard = 7;     // a man at home, while the other side has men to crown
  int mobility = 2;  // for each move of a man
  int king_mobility;
  int shut_in = 35;  // a king that has no move
  int nearly_crowned;
  int trade_when_ahead = 150;  // for a lead, spread over the pieces left
  int few_pieces = 10;
  int hard_to_win_divisor = 4;  // of a lead that is seldom enough to win
  int chase = 3;                // for each step between a king that hunts and the nearest enemy piece
};

// A king that flies and takes from afar is worth about three men; one that flies but takes near, two; one that does
// neither, a third more than a man.
constexpr HandcraftedWeights handcrafted_weights(const crownstar::draughts::Rules& rules) {
  const bool is_far = rules.king_takes_from_afar();
  const bool first_king_wins = rules.ending == crownstar::draughts::Ending::first_king_wins;
  return {.king = is_far               ? 300
                  : rules.king_flies() ? 220
                                       : 135,
          .step_forward = first_king_wins ? 8 : 2,
          .king_mobility = rules.king_flies() ? 2 : 4,
          .nearly_crowned = is_far ? 40 : 20};
}

}  // namespace crownstar::search::draughts::tuned
