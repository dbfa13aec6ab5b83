// Tuned constants of the Chinese checkers search: every number that was chosen by games or by hand, and how.
//
// "Set by hand" means that the first value that was tried is still there, and no match has tested it. Shares are of
// matches of the engine against itself by bench/star_arena.cpp, with 95 % errors; decision 0019 has the commands.
// Scores are in hundredths of a turn.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/sternhalma/options/rules.hpp"

namespace crownstar::search::star {

// The value of a hole on the way home, times twelve. tools/tune_star.py tunes these.
struct EvaluationWeights {
  int step = 100;  // for each step to the tip of the goal
  int behind = 0;  // for each step squared: stragglers cost more
  int aside = 0;   // for the square of the half holes off the line from tip to tip, where ladders stand
  int goal = 0;    // for being in the goal, whichever hole
};

// By 40 games of 500 nodes the square off the middle line won 75 % ± 13 against steps alone. tune_star.py tried each
// number larger and smaller (80 games of 300 nodes): none beat these by more than its error, the best 51 % ± 11. A
// bonus for the goal lost (36 % ± 11), and so did a weaker aside term (40 % ± 11). The same weights serve every hop
// rule.
constexpr EvaluationWeights evaluation_weights(const sternhalma::Rules&) { return {100, 10, 18, 0}; }

// How the lowest levels see it: steps only. Set by hand.
inline constexpr EvaluationWeights flat_weights{240, 0, 0, 0};

namespace tuned {

// --- Evaluation: set by hand, but for `crowded_percent`. ---

inline constexpr int lost_place = 300;  // for each rival that is home before
// Where more than so many of 100 holes of the middle are taken, six sets wait in their starts, see crowded_middle.hpp.
// Without it games on the large boards come to a stop. On the small board waiting loses (2 of 40 first places).
inline constexpr int crowded_percent = 45;
inline constexpr int crowding_penalty = 1000;
inline constexpr int latest_evacuation = 150;  // turns: where starts must be left before that, nobody can wait
inline constexpr int step_out_of_start = 400;  // once every turn is needed to leave the start in time (CC-20)
constexpr int turns_to_evacuate(int pieces) { return 3 * pieces + 10; }

// Blockades where all holes must be one's own. Of 120 games of fifteen pieces under `super` 9 were not decided without
// these, and none with them.
inline constexpr int goal_blockade_cost = 400;
inline constexpr int goal_blockade_holes = 4;  // open in the goal, at most
inline constexpr int start_blockade_holes = 3;
inline constexpr int stays_in_start_penalty = 2000;
inline constexpr int shuts_in_penalty = 500;

// A level's noise in sixths: alone; in a team, of the one who is farthest from home, and of the others.
inline constexpr int noise_alone = 6;
inline constexpr int noise_of_slowest_mate = 2;
inline constexpr int noise_of_mate = 1;
// A team's turns to go: what the slowest has and what all have together, by this.
inline constexpr int team_turns_divisor = 3;

inline constexpr int most_net_correction = 3000;  // by which a network changes the plain count of turns

// --- Alpha-beta: set by hand. Stronger reductions were 49 % ± 9 and 46 % ± 9 (120 games of 4000 nodes). ---

inline constexpr int turn_value = 100;
inline constexpr int least_gain = -40;  // a move that loses more is searched only where there is little else
inline constexpr int fewest_moves = 4;  // that are searched anyway
constexpr int most_moves(int depth) { return depth <= 2 ? 20 : depth <= 4 ? 30 : 40; }
inline constexpr int null_move_depth = 3;  // at least
inline constexpr int null_move_reduction = 2;
inline constexpr int late_move_depth = 3;  // at least
inline constexpr int root_late_move_depth = 4;
constexpr int late_move_reduction(int number) { return number < 4 ? 0 : number < 14 ? 1 : 2; }
inline constexpr int killer_bonus = turn_value;
inline constexpr int goal_blockade_bonus =
    2 * turn_value;  // it loses at first sight, and must be searched all the same
inline constexpr int history_divisor = 16;
inline constexpr int most_history = 1600;
constexpr int history_bonus(int depth) { return depth * depth * 8; }
inline constexpr int helper_margin = 10;        // of the threads beside: so far below the best score they look
inline constexpr int helper_first_margin = 40;  // and so much farther at the first move

// --- The root: set by hand. ---

inline constexpr int overlooked_penalty = 100'000;  // so that a weak level never plays a move that it overlooks
inline constexpr int repetition_penalty = 150;      // more than a step to the side is worth, so that no seat shuffles

// --- Beam search over one's own turns, with rivals that are predicted. ---
//
// Six turns: plans of two or three lost (25 % and 40 % ± 21). A share of 70: 23 of 24 first places among greedy seats
// with six seats, and 12 of 20 against best_reply. The other numbers are set by hand.
inline constexpr int beam_turns = 6;
inline constexpr int predictable_percent = 70;
inline constexpr int predictable_at_first = 75;  // before any move was seen
inline constexpr int predictability_inertia = 5;
inline constexpr std::size_t predictability_rounds = 6;
inline constexpr int least_beam_width = 4;
inline constexpr int most_beam_width = 4096;
inline constexpr std::size_t beam_sorted_for_width = 3;  // times the width: some come to the same position
inline constexpr int least_plan_gain = -80;  // a move that loses more is no part of a plan, nor of a race home

// --- The race home, counted alone. ---
//
// Where nobody is met any more, or from a turn and a half on: 80 % ± 10 against from five turns on (60 games of 2000
// nodes). The widths and the rest are set by hand.
inline constexpr int solo_race_below = 1500;
inline constexpr int solo_race_near_home = 150;
inline constexpr int straggler_steps = 4;  // a rival's piece so near the goal could still come back into it
inline constexpr int longest_solo_race = 40;
inline constexpr int least_solo_width = 16;
inline constexpr int most_solo_width = 16384;
inline constexpr int solo_width_growth = 4;
inline constexpr int hopeless_solo_width = 256;  // where nothing was found with it, wider beams are not tried
inline constexpr int step_to_hole = 12;          // for each step between an open hole and the piece that will fill it
inline constexpr int most_open_holes = 5;        // with more nobody knows which piece goes where

// --- The tree of play-outs. ---
//
// One round and an exploration of 0.15 won 67 % ± 19 against two rounds and 0.30 (six seats, 24 games at 20 ms); four
// rounds 29 % ± 18, an exploration of 0.60 29 % ± 18, of 0.08 58 % ± 20, no play-out at all 46 % ± 20. The cost of a
// piece that is shut in ends games that two held up for each other. The other numbers are set by hand. All were
// measured without a network.
inline constexpr int playout_rounds = 1;
inline constexpr int playout_width = 10;
inline constexpr int playout_exploration = 15;    // in hundredths
inline constexpr int playout_prior_visits = 200;  // in hundredths
inline constexpr int playout_scale = 150;
inline constexpr int playout_shut_in = 30;
inline constexpr std::size_t playout_good_moves = 4;  // a play-out chooses from
inline constexpr unsigned playout_random_one_in = 5;  // turns at which it does not take the best
inline constexpr std::uint64_t least_playout_nodes = 5000;

// With `hop=super` a network gains nothing certain in a short search and much in a longer one (docs/nets.md): a level
// that would search fewer nodes than this plays without it there.
inline constexpr std::uint64_t least_network_nodes_for_long_hops = 8000;

// --- Expected places: set by hand. ---

inline constexpr double odds_lead = 120;  // a lead that makes the odds of being home first grow by a factor of e

}  // namespace tuned
}  // namespace crownstar::search::star
