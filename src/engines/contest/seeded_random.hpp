// Random numbers that can be repeated: the same seed, the same numbers, with every compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crownstar::contest {

// Of two numbers one that looks like chance (the finish of SplitMix64).
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t value = seed + (number + 1) * 0x9e3779b97f4a7c15ULL;
  value = (value ^ value >> 30U) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ value >> 27U) * 0x94d049bb133111ebULL;
  return value ^ value >> 31U;
}

class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t next() { return mixed(seed_, count_++); }
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
