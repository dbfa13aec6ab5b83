// Network evaluation of draughts positions, updated move by move; the handcrafted evaluation where no network is at
// hand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/search/draughts/evaluation/evaluation.hpp"
#include "engines/search/draughts/evaluation/handcrafted_evaluation.hpp"
#include "engines/search/net/layers.hpp"
#include "rules/board/checkered.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search::draughts {

// The features of a position of one variant, numbered as the network has them.
template <class Variant>
class Features {
  using Board = draughts::BoardOf<Variant>;
  using Side = draughts::Side;

 public:
  static constexpr int squares = Board::squares;

  // From the view of `viewer`: its own pieces first, its own end of the board at the bottom.
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
class NetEvaluation {
  using Position = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using Word = draughts::WordOf<Variant>;
  using Side = draughts::Side;
  using Handcrafted = HandcraftedEvaluation<Variant>;

 public:
  struct State {
    std::array<net::Sums, 2> views;  // by side
    typename Handcrafted::State handcrafted;
  };

  // To be called before the first reset. Null, or a network of another board, means the handcrafted evaluation. The
  // network must outlive this.
  void use(const net::Network* network) {
    network_ = network != nullptr && network->squares == Features<Variant>::squares ? network : nullptr;
  }

  void reset(State& state, const Position& position) const {
    if (network_ == nullptr) return handcrafted_.reset(state.handcrafted, position);
    for (const Side viewer : {Side::white, Side::black}) {
      net::Sums& sums = state.views[draughts::index(viewer)];
      sums.numbers = network_->first_bias;
      for (const Side owner : {Side::white, Side::black}) {
        for (Word left = position.of(owner); left != 0; left = board::without_lowest(left)) {
          const int bit = board::lowest_bit(left);
          change(sums, sums, {&row(viewer, owner, (position.kings >> bit & 1) != 0, bit), {}});
        }
      }
    }
  }

  void child(const State& parent, State& state, const Position& before, const Move& move, const Position& next) const {
    if (network_ == nullptr) return handcrafted_.child(parent.handcrafted, state.handcrafted, before, move, next);
    const Side mover = before.turn;
    const bool was_king = (before.kings >> move.from & 1) != 0;
    for (const Side viewer : {Side::white, Side::black}) {
      std::array<const net::Row*, net::most_squares> removed;
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

  int value(const State& state, const Position& position) const {
    if (network_ == nullptr) return handcrafted_.value(state.handcrafted, position);
    const Side mover = position.turn;
    const Side other = draughts::other(mover);
    const int pieces = board::count_bits(position.occupied());
    const auto phases = static_cast<int>(network_->shape.phases);
    const net::Phase& part =
        network_->parts[static_cast<std::size_t>(net::phase_of(pieces, Features<Variant>::squares, phases))];
    const int output = pass(part, state.views[draughts::index(mover)], state.views[draughts::index(other)]);
    constexpr std::int64_t one = std::int64_t{net::one_hidden} * net::one_last;
    const auto eval = static_cast<int>(output * std::int64_t{network_->scale} / one);
    return std::clamp(eval + material(position, mover) - material(position, other), -most_eval, most_eval);
  }

 private:
  void change(const net::Sums& from, net::Sums& to, const net::Changes& changes) const {
    network_->shape == net::wide ? net::fast::change<net::wide>(from, to, changes)
                                 : net::fast::change<net::narrow>(from, to, changes);
  }
  int pass(const net::Phase& part, const net::Sums& mine, const net::Sums& theirs) const {
    return network_->shape == net::wide ? net::fast::pass<net::wide>(part, mine, theirs)
                                        : net::fast::pass<net::narrow>(part, mine, theirs);
  }
  const net::Row& row(Side viewer, Side owner, bool is_king, int bit) const {
    return network_->first[Features<Variant>::of(viewer, owner, is_king, bit)];
  }
  int material(const Position& position, Side side) const {
    return network_->man * board::count_bits(position.men_of(side)) +
           network_->king * board::count_bits(position.kings_of(side));
  }

  const net::Network* network_ = nullptr;
  [[no_unique_address]] Handcrafted handcrafted_;
};

}  // namespace crownstar::search::draughts
