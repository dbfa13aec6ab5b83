// Transposition table: positions searched before, in a table of fixed size that threads share without locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engines/search/huge_page_array.hpp"
#include "engines/search/lockless_entry.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::search::star {

enum class Bound : std::uint8_t { none, at_least, at_most, exact };

// The result of a position, in one word.
struct TableEntry {
  std::int32_t score = 0;
  sternhalma::Move move{};
  int depth = 0;
  Bound bound = Bound::none;

  bool has_move() const { return move.from != move.to; }
};

class TranspositionTable {
 public:
  // As many entries as fit, a power of two and at least 1024; fewer where the system has not so much memory.
  explicit TranspositionTable(std::size_t bytes = std::size_t{8} << 20U) {
    entries_ = Table::as_large_as_can_be(Table::fitting(bytes, least_entries));
  }

  // Forgets all at once: no key of before is met again. A level does so before each move, and filling the memory with
  // zeros would take longer than its search.
  void clear() {
    epoch_ += one_epoch;
    if (epoch_ == 0) entries_.clear();
  }
  std::size_t bytes() const { return entries_.size() * sizeof(LocklessEntry); }

  // None where the position is not in the table.
  std::optional<TableEntry> probe(std::uint64_t key) const {
    const std::uint64_t word = entry_of(key).word_of(key ^ epoch_);
    return word == 0 ? std::nullopt : std::optional(unpacked(word));
  }

  void store(std::uint64_t key, const TableEntry& found) {
    TableEntry entry = found;
    if (!entry.has_move()) {
      if (const auto before = probe(key)) entry.move = before->move;
    }
    entry_of(key).store(key ^ epoch_, packed(entry));
  }

 private:
  using Table = HugePageArray<LocklessEntry>;
  static constexpr std::size_t least_entries = 1024;
  static constexpr std::uint64_t one_epoch = std::uint64_t{1} << 32U;  // above what an entry's place is made of

  LocklessEntry& entry_of(std::uint64_t key) { return entries_[key & (entries_.size() - 1)]; }
  const LocklessEntry& entry_of(std::uint64_t key) const { return entries_[key & (entries_.size() - 1)]; }

  // Never 0: it has a bound.
  static std::uint64_t packed(const TableEntry& entry) {
    return std::uint64_t{static_cast<std::uint32_t>(entry.score)} | (entry.move.from & 1023ULL) << 32U |
           (entry.move.to & 1023ULL) << 42U | (static_cast<std::uint64_t>(entry.depth) & 63U) << 52U |
           static_cast<std::uint64_t>(entry.bound) << 58U;
  }
  static TableEntry unpacked(std::uint64_t value) {
    return {static_cast<std::int32_t>(static_cast<std::uint32_t>(value)),
            {static_cast<std::uint16_t>(value >> 32U & 1023U), static_cast<std::uint16_t>(value >> 42U & 1023U)},
            static_cast<int>(value >> 52U & 63U),
            static_cast<Bound>(value >> 58U & 3U)};
  }

  Table entries_;
  std::uint64_t epoch_ = 0;
};

}  // namespace crownstar::search::star
