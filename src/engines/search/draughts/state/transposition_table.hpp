// Transposition table: positions searched before, in a table of fixed size that threads share without locks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engines/search/draughts/evaluation/tuned.hpp"
#include "engines/search/huge_page_array.hpp"
#include "engines/search/lockless_entry.hpp"

namespace crownstar::search::draughts {

enum class Bound : std::uint8_t { none, at_most, at_least, exact };

struct TableEntry {
  std::uint16_t move = 0;        // as worked out by move_code; 0 for none
  std::int16_t score = 0;        // from the position itself, see score_to_table
  std::int16_t static_eval = 0;  // no_eval where it was not worked out
  std::int8_t depth = 0;
  Bound bound = Bound::none;
};

inline constexpr std::int16_t no_eval = INT16_MIN;

class TranspositionTable {
 public:
  // Grows the table where it is smaller, which clears it. Takes less where the system has not so much memory.
  void reserve(std::size_t bytes) {
    const std::size_t wanted = HugePageArray<Bucket>::fitting(bytes, least_buckets);
    if (wanted <= buckets_.size()) return;
    buckets_ = {};
    buckets_ = HugePageArray<Bucket>::as_large_as_can_be(wanted);
    age_ = 0;
  }

  void clear() {
    buckets_.clear();
    age_ = 0;
  }

  // Entries of earlier searches are replaced first.
  void begin_search() { age_ = (age_ + 1) % ages; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(key)); }

  std::optional<TableEntry> probe(std::uint64_t key) const {
    for (const LocklessEntry& entry : bucket_of(key).entries) {
      if (const std::uint64_t word = entry.word_of(key); word != 0) return unpacked(word);
    }
    return std::nullopt;
  }

  void store(std::uint64_t key, const TableEntry& found) {
    Bucket& bucket = bucket_of(key);
    LocklessEntry* worst = nullptr;
    int least = 0;
    for (LocklessEntry& entry : bucket.entries) {
      if (const std::uint64_t own = entry.word_of(key); own != 0) return replace(entry, own, key, found);
      const std::uint64_t word = entry.word();
      const int behind = (age_ + ages - static_cast<int>(word >> 58U)) % ages;
      const int value = word == 0 ? tuned::empty_entry_value : unpacked(word).depth - tuned::plies_for_an_age * behind;
      if (worst == nullptr || value < least) {
        worst = &entry;
        least = value;
      }
    }
    worst->store(key, packed(found));
  }

 private:
  static constexpr int ages = 64;
  static constexpr std::size_t least_buckets = 16;

  struct alignas(64) Bucket {
    std::array<LocklessEntry, 4> entries;
  };

  void replace(LocklessEntry& entry, std::uint64_t word, std::uint64_t key, const TableEntry& found) const {
    const TableEntry before = unpacked(word);
    const bool is_old = static_cast<int>(word >> 58U) != age_;
    // A much deeper result is worth more than a shallow new one.
    if (!is_old && found.bound != Bound::exact && found.depth + tuned::plies_kept_against < before.depth) return;
    TableEntry merged = found;
    if (merged.move == 0) merged.move = before.move;
    entry.store(key, packed(merged));
  }

  std::uint64_t packed(const TableEntry& found) const {
    const auto sixteen = [](std::int16_t number) { return std::uint64_t{static_cast<std::uint16_t>(number)}; };
    return std::uint64_t{found.move} | sixteen(found.score) << 16U | sixteen(found.static_eval) << 32U |
           std::uint64_t{static_cast<std::uint8_t>(found.depth)} << 48U |
           std::uint64_t{static_cast<std::uint8_t>(found.bound)} << 56U | static_cast<std::uint64_t>(age_) << 58U;
  }
  static TableEntry unpacked(std::uint64_t word) {
    return {static_cast<std::uint16_t>(word), static_cast<std::int16_t>(word >> 16U),
            static_cast<std::int16_t>(word >> 32U), static_cast<std::int8_t>(word >> 48U),
            static_cast<Bound>(word >> 56U & 3U)};
  }

  Bucket& bucket_of(std::uint64_t key) { return buckets_[key & (buckets_.size() - 1)]; }
  const Bucket& bucket_of(std::uint64_t key) const { return buckets_[key & (buckets_.size() - 1)]; }

  HugePageArray<Bucket> buckets_;
  int age_ = 0;
};

}  // namespace crownstar::search::draughts
