// The transfer of one army to the opposite corner, alone on the board: counts by moves, short ways, and proofs that
// none is shorter.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engines/solve/field.hpp"
#include "engines/solve/limits.hpp"

namespace crownstar::solve {

// How far a count is: the depth it is working at, positions looked at of those of the layer before, and found so far.
struct TransferProgress {
  int depth = 0;
  std::uint64_t done = 0;
  std::uint64_t all = 0;
};
// False to stop.
using OnTransfer = std::function<bool(const TransferProgress&)>;

struct TransferCount {
  std::vector<std::uint64_t> within;  // by the number of moves from 0: positions within so many, up to mirror image
  int home_at = -1;                   // the number of moves at which the goal was reached first; -1 where it was not
  bool was_stopped = false;
};

Checked<TransferCount> count_transfer(const Field& field, int depth, const Limits& limits, const OnTransfer& progress);

struct TransferProof {
  int most_moves = 0;
  bool is_proved = false;           // no way has so many moves or fewer
  int home_at = -1;                 // the fewest moves of a way, where it has no more; -1 where none has
  std::vector<std::uint64_t> kept;  // by the number of moves: positions, up to mirror image, that had to be looked at
  std::vector<int> farthest;        // and the greatest advance possible, up to halfway; of those looked at beyond
  bool was_stopped = false;
};

// Whether there is a way across of so many moves or fewer. Far fewer positions than `count_transfer` needs.
Checked<TransferProof> prove_transfer(const Field& field, int most_moves, const Limits& limits,
                                      const OnTransfer& progress);

struct TransferStep {
  int from = 0;
  int to = 0;
};

struct TransferWay {
  std::vector<TransferStep> steps;  // none where no way was found
  bool was_stopped = false;
};

// A short way across, by keeping the most promising positions of each number of moves up to the middle, where the way
// of one army meets the turned way of another. No claim that it is the shortest. Nothing is kept in a folder.
Checked<TransferWay> find_transfer(const Field& field, int most_moves, int width, const Limits& limits,
                                   const OnTransfer& progress);

}  // namespace crownstar::solve
