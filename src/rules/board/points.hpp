// A set of points of a board as bits in a fixed number of words.
// It does not know which board it is, and what a point means on it.
#pragma once

#include <bit>
#include <cstdint>

#include "rules/board/table.hpp"

namespace crownstar::board {

// `Points<N>{}` is empty; without the braces the words are not set (see Table).
template <int Words>
struct Points {
  static constexpr int word_bits = 64;
  static constexpr int capacity = Words * word_bits;

  Table<std::uint64_t, Words> words;

  static constexpr Points single(int point) {
    Points result{};
    result.insert(point);
    return result;
  }

  constexpr bool contains(int point) const { return (words[word_of(point)] & bit_of(point)) != 0; }
  constexpr void insert(int point) { words[word_of(point)] |= bit_of(point); }
  constexpr void erase(int point) { words[word_of(point)] &= ~bit_of(point); }
  constexpr void toggle(int point) { words[word_of(point)] ^= bit_of(point); }

  constexpr bool is_empty() const {
    std::uint64_t all = 0;
    for (int word = 0; word < Words; ++word) all |= words[word];
    return all == 0;
  }
  constexpr bool meets(const Points& other) const { return !(*this & other).is_empty(); }
  constexpr bool is_within(const Points& other) const { return without(other).is_empty(); }

  constexpr int count() const {
    int total = 0;
    for (int word = 0; word < Words; ++word) total += std::popcount(words[word]);
    return total;
  }

  // The lowest point; the set must not be empty.
  constexpr int first() const {
    int word = 0;
    while (words[word] == 0) ++word;
    return word * word_bits + std::countr_zero(words[word]);
  }

  // Calls `visit(point)` for each point, lowest first.
  template <typename Visitor>
  constexpr void for_each(Visitor&& visit) const {
    for (int word = 0; word < Words; ++word) {
      for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
        visit(word * word_bits + std::countr_zero(rest));
      }
    }
  }

  // Whether `holds(point)` for any point, asked from the lowest up to the first that does.
  template <typename Predicate>
  constexpr bool any_of(Predicate&& holds) const {
    for (int word = 0; word < Words; ++word) {
      for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
        if (holds(word * word_bits + std::countr_zero(rest))) return true;
      }
    }
    return false;
  }

  constexpr Points without(const Points& other) const {
    Points result;
    for (int word = 0; word < Words; ++word) result.words[word] = words[word] & ~other.words[word];
    return result;
  }
  constexpr Points& operator|=(const Points& other) {
    for (int word = 0; word < Words; ++word) words[word] |= other.words[word];
    return *this;
  }
  constexpr Points& operator&=(const Points& other) {
    for (int word = 0; word < Words; ++word) words[word] &= other.words[word];
    return *this;
  }
  friend constexpr Points operator|(Points left, const Points& right) { return left |= right; }
  friend constexpr Points operator&(Points left, const Points& right) { return left &= right; }

  constexpr bool operator==(const Points&) const = default;

 private:
  static constexpr int word_of(int point) { return point >> 6; }
  static constexpr std::uint64_t bit_of(int point) { return std::uint64_t{1} << (point & 63); }
};

}  // namespace crownstar::board
