// When a search thread stops.
#pragma once

#include <atomic>
#include <cstdint>

#include "engines/search/budget.hpp"

namespace crownstar::search::draughts {

// The thread that answers has a budget; the threads beside it run until they are cancelled.
struct NodeLimit {
  Budget* budget = nullptr;
  const std::atomic<bool>* is_cancelled = nullptr;
  std::uint64_t nodes = 0;
  bool is_reached = false;

  bool count_node() {
    ++nodes;
    if (budget != nullptr) {
      budget->count_node();
      is_reached = budget->is_spent();
    } else {
      is_reached = is_cancelled->load(std::memory_order_relaxed);
    }
    return is_reached;
  }
};

}  // namespace crownstar::search::draughts
