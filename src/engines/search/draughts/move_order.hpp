// Knows in which order moves are tried: what was best before, captures, what cut off beside, what did well elsewhere;
// and which were tried already.
// Refuses to know what a position is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "rules/draughts/position.hpp"

namespace crownstar::search {

// A move in sixteen bits. Captures between the same squares differ in two bits of what they take, mostly.
template <class Variant>
std::uint16_t move_code(const draughts::Move<Variant>& move) {
  auto captured = static_cast<std::uint64_t>(move.captured);
  if constexpr (sizeof(move.captured) > 8) captured ^= static_cast<std::uint64_t>(move.captured >> 64) * 3;
  const std::uint64_t told_apart = (captured * 0x9E3779B97F4A7C15U) >> 62U;
  return static_cast<std::uint16_t>(static_cast<unsigned>(move.from) | static_cast<unsigned>(move.to) << 7U |
                                    static_cast<unsigned>(told_apart) << 14U);
}

// By their places in the list, where those that were tried stay. Beyond these few nobody learns from them.
class TriedMoves {
 public:
  TriedMoves() {}  // the places are left as they are: clearing them at every position would cost more than they do
  void add(std::size_t number) {
    if (size_ < places_.size()) places_[size_++] = static_cast<std::uint16_t>(number);
  }
  std::span<const std::uint16_t> all() const { return {places_.data(), size_}; }

 private:
  std::array<std::uint16_t, 64> places_;
  std::size_t size_ = 0;
};

// How well quiet moves did: by themselves, and after the move before. Kept from one search to the next of a game.
struct Habits {
  std::vector<std::int16_t> own;
  std::vector<std::int16_t> following;

  // What was learned long ago counts for less.
  void fade() {
    for (std::vector<std::int16_t>* merits : {&own, &following}) {
      for (std::int16_t& merit : *merits) merit = static_cast<std::int16_t>(merit / 2);
    }
  }
};

template <class Variant>
class Orders {
  using Move = draughts::Move<Variant>;
  static constexpr std::size_t bits = static_cast<std::size_t>(draughts::BoardOf<Variant>::bits);
  static constexpr int most_merit = 1 << 13;

 public:
  static constexpr int of_best_before = 1 << 28;
  static constexpr int of_captures = 1 << 24;

  explicit Orders(Habits& habits) : own_(habits.own), following_(habits.following) {
    own_.resize(2 * bits * bits);
    following_.resize(bits * bits * bits);
  }

  // The one that is tried first has the most.
  int merit(draughts::Side side, const Move& move, const Move& previous, std::uint16_t killer,
            std::uint16_t second_killer) const {
    if (move.captured != 0) return of_captures + board::count_bits(move.captured) * 16 + (move.crowns ? 8 : 0);
    const std::uint16_t code = move_code<Variant>(move);
    int merit = own_[own_place(side, move)] + following_[following_place(previous, move)];
    if (move.crowns) merit += 3 * most_merit;
    if (code == killer) merit += 4 * most_merit;
    if (code == second_killer) merit += 2 * most_merit;
    return merit;
  }

  // Between ±2 · most_merit.
  int history(draughts::Side side, const Move& move, const Move& previous) const {
    return own_[own_place(side, move)] + following_[following_place(previous, move)];
  }

  void reward(draughts::Side side, const Move& move, const Move& previous, int bonus) {
    learn(own_[own_place(side, move)], bonus);
    learn(following_[following_place(previous, move)], bonus);
  }

 private:
  static void learn(std::int16_t& merit, int bonus) {
    merit = static_cast<std::int16_t>(merit + bonus - merit * std::abs(bonus) / most_merit);
  }
  static std::size_t own_place(draughts::Side side, const Move& move) {
    return (draughts::index(side) * bits + move.from) * bits + move.to;
  }
  static std::size_t following_place(const Move& previous, const Move& move) {
    return (previous.to * bits + move.from) * bits + move.to;
  }

  std::vector<std::int16_t>& own_;
  std::vector<std::int16_t>& following_;
};

}  // namespace crownstar::search
