// Splits the tree below a position into parts that several threads count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rules/game/game.hpp"

namespace crownstar::cli {

struct CountedMove {
  std::string move;
  std::uint64_t nodes = 0;
};

struct TreeCount {
  std::uint64_t nodes = 0;
  std::vector<CountedMove> by_move;  // of the position's own moves, in their order
};

// Called a few times a second by the thread that asked for the count: how many parts are done, out of how many.
using PartsWatcher = std::function<void(std::size_t done, std::size_t parts)>;

// The nodes at exactly this depth, 1 or more. The first refusal of a part ends the count.
base::Checked<TreeCount> count_tree(const game::PerftNode& root, int depth, game::Counting counting, int threads,
                                    const PartsWatcher& watcher);

}  // namespace crownstar::cli
