// Knows how a network judges draughts positions move by move, and leaves it to the hand-made evaluation where there is
// none. Refuses to know where networks come from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/search/draughts/evaluation.hpp"
#include "engines/search/draughts/hand_made.hpp"
#include "engines/search/net/layers.hpp"
#include "rules/board/checkered.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search::net {

// The features of a position of one variant, numbered as the network has them.
template <class Variant>
class Features {
  using Board = draughts::BoardOf<Variant>;
  using Side = draughts::Side;

 public:
  static constexpr int squares = Board::squares;

  // As `viewer` sees it: its own pieces first, its own end of the board at the bottom.
  static constexpr std::size_t of(Side viewer, Side owner, bool is_king, int bit) {
    const int square = numbers[static_cast<std::size_t>(bit)];
    const int seen = viewer == Side::white ? square : squares - 1 - square;
    const int kind = (viewer == owner ? 0 : 2) + (is_king ? 1 : 0);
    return static_cast<std::size_t>(kind * squares + seen);
  }

 private:
  // Squares row by row from White's left corner, without the unused bits.
  static constexpr std::array<int, static_cast<std::size_t>(Board::bits)> numbers = [] {
    std::array<int, static_cast<std::size_t>(Board::bits)> table{};
    int next = 0;
    for (std::size_t bit = 0; bit < table.size(); ++bit) {
      if (Board::cells[bit].row >= 0) table[bit] = next++;
    }
    return table;
  }();
};

template <class Variant>
class NetJudge {
  using Place = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using Word = draughts::WordOf<Variant>;
  using Side = draughts::Side;
  using Hand = HandMade<Variant>;

 public:
  struct State {
    std::array<Sums, 2> views;  // by side
    typename Hand::State by_hand;
  };

  // Before the first position; null for none, and one of another board is none. It must outlive this.
  void use(const Network* network) {
    network_ = network != nullptr && network->squares == Features<Variant>::squares ? network : nullptr;
  }

  void reset(State& state, const Place& position) const {
    if (network_ == nullptr) return hand_.reset(state.by_hand, position);
    for (const Side viewer : {Side::white, Side::black}) {
      Sums& sums = state.views[draughts::index(viewer)];
      sums.numbers = network_->first_bias;
      for (const Side owner : {Side::white, Side::black}) {
        for (Word left = position.of(owner); left != 0; left = board::without_lowest(left)) {
          const int bit = board::lowest_bit(left);
          change(sums, sums, {&row(viewer, owner, (position.kings >> bit & 1) != 0, bit), {}});
        }
      }
    }
  }

  void child(const State& parent, State& state, const Place& before, const Move& move, const Place& next) const {
    if (network_ == nullptr) return hand_.child(parent.by_hand, state.by_hand, before, move, next);
    const Side mover = before.turn;
    const bool was_king = (before.kings >> move.from & 1) != 0;
    for (const Side viewer : {Side::white, Side::black}) {
      std::array<const Row*, most_squares> removed;
      std::size_t count = 0;
      removed[count++] = &row(viewer, mover, was_king, move.from);
      for (Word left = move.captured; left != 0; left = board::without_lowest(left)) {
        const int bit = board::lowest_bit(left);
        removed[count++] = &row(viewer, next.turn, (before.kings >> bit & 1) != 0, bit);
      }
      const auto seen = draughts::index(viewer);
      change(parent.views[seen], state.views[seen],
             {&row(viewer, mover, was_king || move.crowns, move.to), {removed.data(), count}});
    }
  }

  int value(const State& state, const Place& position) const {
    if (network_ == nullptr) return hand_.value(state.by_hand, position);
    const Side mover = position.turn;
    const Side other = draughts::other(mover);
    const int pieces = board::count_bits(position.occupied());
    const auto phases = static_cast<int>(network_->shape.phases);
    const Phase& part = network_->parts[static_cast<std::size_t>(phase_of(pieces, Features<Variant>::squares, phases))];
    const int said = pass(part, state.views[draughts::index(mover)], state.views[draughts::index(other)]);
    constexpr std::int64_t one = std::int64_t{one_hidden} * one_last;
    const auto worth = static_cast<int>(said * std::int64_t{network_->scale} / one);
    return std::clamp(worth + material(position, mover) - material(position, other), -most_worth, most_worth);
  }

 private:
  void change(const Sums& from, Sums& to, const Changes& changes) const {
    network_->shape == wide ? fast::change<wide>(from, to, changes) : fast::change<narrow>(from, to, changes);
  }
  int pass(const Phase& part, const Sums& mine, const Sums& theirs) const {
    return network_->shape == wide ? fast::pass<wide>(part, mine, theirs) : fast::pass<narrow>(part, mine, theirs);
  }
  const Row& row(Side viewer, Side owner, bool is_king, int bit) const {
    return network_->first[Features<Variant>::of(viewer, owner, is_king, bit)];
  }
  int material(const Place& position, Side side) const {
    return network_->man * board::count_bits(position.men_of(side)) +
           network_->king * board::count_bits(position.kings_of(side));
  }

  const Network* network_ = nullptr;
  [[no_unique_address]] Hand hand_;
};

}  // namespace crownstar::search::net
