// Move ordering: the table's move first, then captures, killers, and quiet moves by their history.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "engines/search/draughts/evaluation/rules_namespace.hpp"
#include "engines/search/draughts/evaluation/tuned.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search::draughts {

// A move in sixteen bits. Captures between the same squares mostly differ in the two bits that hash what they take.
template <class Variant>
std::uint16_t move_code(const draughts::Move<Variant>& move) {
  auto captured = static_cast<std::uint64_t>(move.captured);
  if constexpr (sizeof(move.captured) > 8) captured ^= static_cast<std::uint64_t>(move.captured >> 64) * 3;
  const std::uint64_t capture_hash = (captured * 0x9E3779B97F4A7C15U) >> 62U;
  return static_cast<std::uint16_t>(static_cast<unsigned>(move.from) | static_cast<unsigned>(move.to) << 7U |
                                    static_cast<unsigned>(capture_hash) << 14U);
}

// The quiet moves of a node that were searched already, by their numbers in its list. Only the first 64 are noted.
class TriedMoves {
 public:
  TriedMoves() {}  // the array stays uninitialised: clearing it at every node would cost more than it is used for
  void add(std::size_t number) {
    if (size_ < numbers_.size()) numbers_[size_++] = static_cast<std::uint16_t>(number);
  }
  std::span<const std::uint16_t> all() const { return {numbers_.data(), size_}; }

 private:
  std::array<std::uint16_t, 64> numbers_;
  std::size_t size_ = 0;
};

// How often quiet moves caused cutoffs: by themselves, and after the move before. Kept from search to search of a game.
struct History {
  std::vector<std::int16_t> quiet;         // by side, from and to
  std::vector<std::int16_t> continuation;  // by the square that the move before went to, from and to

  void clear() {
    std::ranges::fill(quiet, std::int16_t{0});
    std::ranges::fill(continuation, std::int16_t{0});
  }
  void age() {
    for (std::vector<std::int16_t>* scores : {&quiet, &continuation}) {
      for (std::int16_t& score : *scores) score = static_cast<std::int16_t>(score / 2);
    }
  }
};

template <class Variant>
class MoveOrder {
  using Move = draughts::Move<Variant>;
  static constexpr std::size_t bits = static_cast<std::size_t>(draughts::BoardOf<Variant>::bits);

 public:
  explicit MoveOrder(History& history) : quiet_(history.quiet), continuation_(history.continuation) {
    quiet_.resize(2 * bits * bits);
    continuation_.resize(bits * bits * bits);
  }

  // The move with the highest score is searched first.
  int score(draughts::Side side, const Move& move, const Move& previous, std::uint16_t killer,
            std::uint16_t second_killer) const {
    if (move.captured != 0) {
      return tuned::capture_score + board::count_bits(move.captured) * tuned::captured_piece_score +
             (move.crowns ? tuned::crowning_capture_score : 0);
    }
    const std::uint16_t code = move_code<Variant>(move);
    int score = history_score(side, move, previous);
    if (move.crowns) score += tuned::crowning_score;
    if (code == killer) score += tuned::first_killer_score;
    if (code == second_killer) score += tuned::second_killer_score;
    return score;
  }

  // Between ±2 * tuned::most_history.
  int history_score(draughts::Side side, const Move& move, const Move& previous) const {
    return quiet_[quiet_index(side, move)] + continuation_[continuation_index(previous, move)];
  }

  void update(draughts::Side side, const Move& move, const Move& previous, int bonus) {
    adjust(quiet_[quiet_index(side, move)], bonus);
    adjust(continuation_[continuation_index(previous, move)], bonus);
  }

 private:
  // The nearer a score is to its limit, the less a bonus moves it.
  static void adjust(std::int16_t& score, int bonus) {
    score = static_cast<std::int16_t>(score + bonus - score * std::abs(bonus) / tuned::most_history);
  }
  static std::size_t quiet_index(draughts::Side side, const Move& move) {
    return (draughts::index(side) * bits + move.from) * bits + move.to;
  }
  static std::size_t continuation_index(const Move& previous, const Move& move) {
    return (previous.to * bits + move.from) * bits + move.to;
  }

  std::vector<std::int16_t>& quiet_;
  std::vector<std::int16_t>& continuation_;
};

}  // namespace crownstar::search::draughts
