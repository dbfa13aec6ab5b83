// How often each position of a game has occurred, up to three times, in memory that is quickly copied.
// It does not know positions: it is given their keys, which must be well mixed.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace crownstar::sternhalma {

// A table of slots, half of them empty or more. A slot is a key whose two lowest bits are the count; 0 is an empty one.
// Games are copied for every move that is looked at, so this is one block and not a node for each position.
class Occurrences {
 public:
  static constexpr int most = 3;

  // Counts the position, and says how often it has occurred by now; more than `most` is not told apart.
  int count(std::uint64_t key) {
    if (slots_.size() <= 2 * used_) grow();
    std::uint64_t& slot = slot_of(key & ~low_bits);
    if (slot == 0) {
      slot = key & ~low_bits;
      ++used_;
    }
    if ((slot & low_bits) < most) ++slot;
    return static_cast<int>(slot & low_bits);
  }

  // How often it has been counted.
  int of(std::uint64_t key) const {
    return slots_.empty() ? 0 : static_cast<int>(slots_[index_of(key & ~low_bits)] & low_bits);
  }

 private:
  static constexpr std::uint64_t low_bits = 3;
  static constexpr std::size_t first_slots = 64;

  std::size_t index_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t index = (key >> 2) & mask;
    while (slots_[index] != 0 && (slots_[index] & ~low_bits) != key) index = (index + 1) & mask;
    return index;
  }

  std::uint64_t& slot_of(std::uint64_t key) { return slots_[index_of(key)]; }

  void grow() {
    const std::vector<std::uint64_t> old = std::exchange(slots_, {});
    slots_.resize(old.empty() ? first_slots : 2 * old.size());
    for (const std::uint64_t slot : old) {
      if (slot != 0) slot_of(slot & ~low_bits) = slot;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t used_ = 0;
};

}  // namespace crownstar::sternhalma
