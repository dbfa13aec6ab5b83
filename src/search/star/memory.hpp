// Knows what a star search remembers of positions it has been to, in a table of fixed size.
// Refuses to know what the numbers mean to the search, and for whom they were found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "search/large_table.hpp"
#include "sternhalma/position.hpp"

namespace crownstar::search {

enum class StarBound : std::uint8_t { none, at_least, at_most, exact };

struct StarEntry {
  std::uint64_t key = 0;
  std::int32_t score = 0;
  std::uint32_t from : 10 = 0;
  std::uint32_t to : 10 = 0;
  std::uint32_t depth : 6 = 0;
  std::uint32_t bound : 2 = 0;

  sternhalma::Move move() const { return {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)}; }
  bool has_move() const { return from != to; }
};

class StarMemory {
 public:
  // The greatest power of two of entries that fits, and 1024 at least.
  explicit StarMemory(std::size_t bytes = std::size_t{8} << 20U) {
    std::size_t entries = least_entries;
    while (2 * entries * sizeof(StarEntry) <= bytes) entries *= 2;
    entries_ = LargeTable<StarEntry>(entries);
  }

  void forget() { std::ranges::fill(entries_, StarEntry{}); }

  // Null where the position is not remembered.
  const StarEntry* find(std::uint64_t key) const {
    const StarEntry& entry = entries_[key & (entries_.size() - 1)];
    return entry.key == key && entry.bound != 0 ? &entry : nullptr;
  }

  void keep(std::uint64_t key, int score, int depth, StarBound bound, sternhalma::Move move) {
    StarEntry& entry = entries_[key & (entries_.size() - 1)];
    if (entry.key == key && move == sternhalma::Move{}) move = entry.move();
    entry.key = key;
    entry.score = score;
    entry.from = move.from & 1023U;
    entry.to = move.to & 1023U;
    entry.depth = static_cast<unsigned>(depth) & 63U;
    entry.bound = static_cast<unsigned>(bound) & 3U;
  }

 private:
  static constexpr std::size_t least_entries = 1024;

  LargeTable<StarEntry> entries_;
};

}  // namespace crownstar::search
