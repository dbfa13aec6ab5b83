// Solves games of two on a small rhombus with few pieces: retrograde analysis of every position.
#pragma once

#include <cstdint>
#include <functional>

#include "engines/solve/field.hpp"
#include "engines/solve/limits.hpp"

namespace crownstar::solve {

// The conventions. Two armies start in the sharp corners and race to each other's. A move is a step, or hops over one
// piece each, in any direction and none of them compulsory (CC-8 to CC-10). A side wins when, after its move, every
// hole of its goal is filled, at least one piece there is its own, and none of its own is left in its start (CC-17,
// `win=filled`). A side that cannot move passes (CC-16). A position from which neither side can force an end is drawn;
// rounds are not limited.
struct RhombusResult {
  std::uint64_t positions = 0;  // of the side to move, the board turned so that it comes from the lowest corner; mirror
                                // images are two
  std::uint64_t won = 0;        // for the side to move
  std::uint64_t lost = 0;
  std::uint64_t drawn = 0;
  int first_player = 0;  // 1 wins, -1 loses, 0 draws from the start
  int plies = 0;         // until then, both doing their best; 0 for a draw
  int longest = 0;       // plies of the longest win or loss of all
  bool was_stopped = false;
};

// Of positions up to mirror image.
struct RhombusProgress {
  int plies = 0;  // what ends in so many is known
  std::uint64_t known = 0;
  std::uint64_t all = 0;
};
// False to stop.
using OnRhombus = std::function<bool(const RhombusProgress&)>;

// A byte is taken for a position and its mirror image. In a folder the positions that are known are kept now and then,
// when it is stopped, and at the end.
Checked<RhombusResult> solve_rhombus(int side, int pieces, const Limits& limits, const OnRhombus& progress);

}  // namespace crownstar::solve
