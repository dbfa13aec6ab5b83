// Knows the shape of what a hole is worth on the way home, as tuned by matches of the engine against itself.
// Refuses to know which way a set runs (see outlook.hpp), and how it was tuned (see tools/tune_star.py).
#pragma once

#include "rules/sternhalma/options/rules.hpp"

namespace crownstar::search {

// In hundredths of a turn, times twelve. `far` is the number of steps to the tip of the goal.
struct StarShape {
  int step = 100;  // for each step
  int behind = 0;  // for each step squared: steps count more the farther behind, so that nobody is left there
  int aside = 0;   // for the square of the half holes to the side of the line from tip to tip: ladders stand there
  int goal = 0;    // for being in the goal, whichever hole
};

constexpr StarShape star_shape(const sternhalma::Rules&) { return {100, 10, 18, 0}; }

}  // namespace crownstar::search
