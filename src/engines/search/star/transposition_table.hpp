// Knows what a star search remembers of positions it has been to, in a table of fixed size that several threads use at
// once without locks.
// Refuses to know what the numbers mean to the search, and for whom they were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engines/search/checked_word.hpp"
#include "engines/search/large_table.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::search {

enum class StarBound : std::uint8_t { none, at_least, at_most, exact };

// What was found of a position, in one word.
struct StarEntry {
  std::int32_t score = 0;
  sternhalma::Move move{};
  int depth = 0;
  StarBound bound = StarBound::none;

  bool has_move() const { return move.from != move.to; }
};

class StarMemory {
 public:
  // The greatest power of two of entries that fits, and 1024 at least; as much as can be had where that is too much.
  explicit StarMemory(std::size_t bytes = std::size_t{8} << 20U) {
    entries_ = Table::as_large_as_can_be(Table::fitting(bytes, least_entries));
  }

  void forget() { entries_.clear(); }
  std::size_t bytes() const { return entries_.size() * sizeof(CheckedWord); }

  // Nothing where the position is not remembered.
  std::optional<StarEntry> find(std::uint64_t key) const {
    const std::uint64_t word = entries_[key & (entries_.size() - 1)].word_of(key);
    return word == 0 ? std::nullopt : std::optional(unpacked(word));
  }

  void keep(std::uint64_t key, const StarEntry& found) {
    StarEntry entry = found;
    if (!entry.has_move()) {
      if (const auto before = find(key)) entry.move = before->move;
    }
    entries_[key & (entries_.size() - 1)].keep(key, packed(entry));
  }

 private:
  using Table = LargeTable<CheckedWord>;
  static constexpr std::size_t least_entries = 1024;

  // Never 0: it has a bound.
  static std::uint64_t packed(const StarEntry& entry) {
    return std::uint64_t{static_cast<std::uint32_t>(entry.score)} | (entry.move.from & 1023ULL) << 32U |
           (entry.move.to & 1023ULL) << 42U | (static_cast<std::uint64_t>(entry.depth) & 63U) << 52U |
           static_cast<std::uint64_t>(entry.bound) << 58U;
  }
  static StarEntry unpacked(std::uint64_t value) {
    return {static_cast<std::int32_t>(static_cast<std::uint32_t>(value)),
            {static_cast<std::uint16_t>(value >> 32U & 1023U), static_cast<std::uint16_t>(value >> 42U & 1023U)},
            static_cast<int>(value >> 52U & 63U),
            static_cast<StarBound>(value >> 58U & 3U)};
  }

  Table entries_;
};

}  // namespace crownstar::search
