// Knows what a thread of a search is told before it begins: when its work ends, and what it leaves out.
// Refuses to know how it searches.
#pragma once

#include <atomic>
#include <cstdint>

#include "engines/search/budget.hpp"

namespace crownstar::search {

// What ends the work of a thread: the one that answers has a budget, those beside it are called off.
struct Overseer {
  Budget* budget = nullptr;
  const std::atomic<bool>* is_called_off = nullptr;
  std::uint64_t nodes = 0;
  bool is_over = false;

  bool count_node() {
    ++nodes;
    if (budget != nullptr) {
      budget->count_node();
      is_over = budget->is_spent();
    } else {
      is_over = is_called_off->load(std::memory_order_relaxed);
    }
    return is_over;
  }
};

// What is left out to compare with a search that takes no risks, or to play as people do.
struct Manners {
  bool sees_answers = true;  // looks on at the end of a line while there are captures
  bool is_exact = false;     // nothing is reduced, pruned or extended
};

}  // namespace crownstar::search
