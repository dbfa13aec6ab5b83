// Knows what was found out about positions before, in a bounded table that several threads use at once without locks,
// and how well moves did for the one thread that is asked. Refuses to know what a position is: it knows keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engines/search/checked_word.hpp"
#include "engines/search/draughts/move_order.hpp"
#include "engines/search/large_table.hpp"

namespace crownstar::search {

enum class Bound : std::uint8_t { none, at_most, at_least, exact };

struct Remembered {
  std::uint16_t move = 0;  // as worked out by move_code; 0 for none
  std::int16_t score = 0;  // from the position itself, see from_here
  std::int16_t worth = 0;  // what the evaluation said; no_worth where it was not asked
  std::int8_t depth = 0;
  Bound bound = Bound::none;
};

inline constexpr std::int16_t no_worth = INT16_MIN;

class Memory {
 public:
  // Makes room where there is less; what was there is then forgotten. As much as can be had where that is too much.
  void make_room(std::size_t bytes) {
    const std::size_t wanted = LargeTable<Bucket>::fitting(bytes, least_buckets);
    if (wanted <= buckets_.size()) return;
    buckets_ = {};
    buckets_ = LargeTable<Bucket>::as_large_as_can_be(wanted);
    age_ = 0;
  }

  void forget() {
    buckets_.clear();
    age_ = 0;
    habits_ = {};
  }

  // What was kept before this search gives way first.
  void begin_search() {
    age_ = (age_ + 1) % ages;
    habits_.fade();
  }

  Habits& habits() { return habits_; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(key)); }

  std::optional<Remembered> find(std::uint64_t key) const {
    for (const CheckedWord& entry : bucket_of(key).entries) {
      if (const std::uint64_t value = entry.word_of(key); value != 0) return unpacked(value);
    }
    return std::nullopt;
  }

  void keep(std::uint64_t key, const Remembered& found) {
    Bucket& bucket = bucket_of(key);
    CheckedWord* worst = nullptr;
    int least = 0;
    for (CheckedWord& entry : bucket.entries) {
      if (const std::uint64_t its = entry.word_of(key); its != 0) return keep_in(entry, its, key, found);
      const std::uint64_t value = entry.word();
      const int behind = (age_ + ages - static_cast<int>(value >> 58U)) % ages;
      const int merit = value == 0 ? -1000 : unpacked(value).depth - 8 * behind;
      if (worst == nullptr || merit < least) {
        worst = &entry;
        least = merit;
      }
    }
    worst->keep(key, packed(found));
  }

 private:
  static constexpr int ages = 64;
  static constexpr std::size_t least_buckets = 16;

  struct alignas(64) Bucket {
    std::array<CheckedWord, 4> entries;
  };

  void keep_in(CheckedWord& entry, std::uint64_t value, std::uint64_t key, const Remembered& found) const {
    const Remembered before = unpacked(value);
    const bool is_old = static_cast<int>(value >> 58U) != age_;
    // A much deeper result is worth more than a shallow new one.
    if (!is_old && found.bound != Bound::exact && found.depth + 3 < before.depth) return;
    Remembered merged = found;
    if (merged.move == 0) merged.move = before.move;
    entry.keep(key, packed(merged));
  }

  std::uint64_t packed(const Remembered& found) const {
    const auto sixteen = [](std::int16_t number) { return std::uint64_t{static_cast<std::uint16_t>(number)}; };
    return std::uint64_t{found.move} | sixteen(found.score) << 16U | sixteen(found.worth) << 32U |
           std::uint64_t{static_cast<std::uint8_t>(found.depth)} << 48U |
           std::uint64_t{static_cast<std::uint8_t>(found.bound)} << 56U | static_cast<std::uint64_t>(age_) << 58U;
  }
  static Remembered unpacked(std::uint64_t value) {
    return {static_cast<std::uint16_t>(value), static_cast<std::int16_t>(value >> 16U),
            static_cast<std::int16_t>(value >> 32U), static_cast<std::int8_t>(value >> 48U),
            static_cast<Bound>(value >> 56U & 3U)};
  }

  Bucket& bucket_of(std::uint64_t key) { return buckets_[key & (buckets_.size() - 1)]; }
  const Bucket& bucket_of(std::uint64_t key) const { return buckets_[key & (buckets_.size() - 1)]; }

  LargeTable<Bucket> buckets_;
  Habits habits_;
  int age_ = 0;
};

}  // namespace crownstar::search
