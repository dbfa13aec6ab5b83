// Random numbers that can be repeated: the same seed, the same numbers, with every compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mixing.hpp"

namespace crownstar::contest {

class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t next() { return base::splitmix64(count_++, seed_); }
  // The few numbers asked for are so small that the remainder favours none by any that is seen.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

}  // namespace crownstar::contest
