// How many ways a game can go on for so many plies, counted as fast as the kernel can.
// It does not know threads, clocks and draw rules: a count is of moves, not of games.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/man_jumps.hpp"
#include "rules/draughts/perft/counts.hpp"
#include "rules/draughts/quiet_replies.hpp"
#include "rules/draughts/successors.hpp"

namespace crownstar::draughts {

// How the last ply is counted.
enum class Leaves {
  counted,  // the number of moves, without making them
  made      // every position after the last move is made, in memory
};

template <class Variant, Leaves Last>
class Perft {
  using Word = WordOf<Variant>;
  using Position = draughts::Position<Variant>;

 public:
  explicit Perft(Counted as) : as_(as) {}

  PerftCount count(const Position& position, int depth) {
    if (depth <= 0) return 1;
    const std::uint64_t nodes =
        position.turn == Side::white ? below<Side::white>(position, depth) : below<Side::black>(position, depth);
    if (too_complex_) return std::unexpected(TooComplex{});
    return nodes;
  }

 private:
  // The positions on the way from the root are kept in one row, behind them those of the ply at hand.
  template <Side Mover>
  [[gnu::noinline]] std::uint64_t below(const Position& position, int depth) {
    if (too_complex_) return 0;
    if (depth == 1) return Last == Leaves::counted ? count_moves<Mover>(position) : make_leaves<Mover>(position);
    if (depth == 2 && Last == Leaves::counted && position.kings == 0) {
      const QuietReplies<Variant, Mover> replies(position.of(Mover), position.of(other(Mover)), position.empty());
      if (replies.are_countable()) return count_replies<Mover>(position, replies);
    }
    const std::size_t first = size_;
    size_ += write<Mover>(position);
    std::uint64_t nodes = 0;
    if (depth > 2) {
      for (std::size_t number = first; number != size_; ++number) {
        const Position next = places_[number];
        nodes += below<other(Mover)>(next, depth - 1);
      }
    } else if constexpr (Last == Leaves::counted) {
      for (std::size_t number = first; number != size_; ++number) nodes += count_moves<other(Mover)>(places_[number]);
    } else {
      nodes = make_leaves_of<other(Mover)>(first);
    }
    size_ = first;
    return nodes;
  }

  // Writes the successors behind what is in the row, and says how many there are.
  template <Side Mover>
  [[gnu::always_inline]] std::size_t write(const Position& position) {
    make_room();
    return written(write_successors<Variant, Mover>(position, &places_[size_], as_));
  }

  void make_room() {
    const std::size_t needed = size_ + successor_room<Variant>;
    if (places_.size() < needed) [[unlikely]]
      places_.resize(needed);
  }

  std::size_t written(const Position* end) {
    too_complex_ |= end == nullptr;
    return end == nullptr ? 0 : static_cast<std::size_t>(end - &places_[size_]);
  }

  template <Side Mover>
  [[gnu::always_inline]] std::uint64_t count_replies(const Position& position,
                                                     const QuietReplies<Variant, Mover>& replies) {
    std::uint64_t nodes = 0;
    const std::uint64_t counted = replies.count([&] [[gnu::always_inline]] (Word from, Word to) {
      nodes += count_moves<other(Mover)>(after_quiet<Variant, Mover, false>(position, from, to));
    });
    return counted + nodes;
  }

  // Without kings on the board and with no second jump anywhere, every capture is one jump of the same worth.
  template <Side Mover>
  std::uint64_t count_moves(const Position& position) {
    if (position.kings != 0) [[unlikely]]
      return count_any_moves<Mover>(position);
    const Word movers = position.of(Mover);
    const Word enemies = position.of(other(Mover));
    const Word empty = position.empty();
    const ManJumps<Variant, Mover> jumps(movers, enemies, empty);
    if (jumps.go_on()) {
      const int chains = count_man_chains<Variant, Mover>(movers, enemies, empty);
      return chains >= 0 ? static_cast<std::uint64_t>(chains) : count_any_moves<Mover>(position);
    }
    const int quiet = count_man_moves<Variant, Mover>(movers, empty);
    const int captures = jumps.count();
    return static_cast<std::uint64_t>(captures != 0 ? captures : quiet);
  }

  template <Side Mover>
  [[gnu::noinline]] std::uint64_t count_any_moves(const Position& position) {
    if (is_ended_by_a_king(position)) return 0;
    if (!can_capture<Variant, Mover>(position)) {
      return static_cast<std::uint64_t>(count_quiet_moves<Variant, Mover>(position));
    }
    MoveList<Variant> list;
    generate_captures<Variant, Mover>(position, list, as_);
    too_complex_ |= list.is_too_complex();
    return list.size();
  }

  template <Side Mover>
  std::uint64_t make_leaves(const Position& position) {
    const std::uint64_t leaves = write<Mover>(position);
    show(&places_[size_]);
    return leaves;
  }

  // The leaves below the positions from `first` on. Whether a side can capture is a toss of a coin, so they are sorted
  // by it first, and each kind is made in a row, with no branch between the kinds for the processor to guess wrong.
  template <Side Mover>
  std::uint64_t make_leaves_of(std::size_t first) {
    make_room();
    const Position* const positions = &places_[first];
    Position* const leaves = &places_[size_];
    std::size_t quiet = 0;
    std::size_t jumping = 0;
    std::size_t other = 0;
    for (std::size_t number = 0; number != size_ - first; ++number) {
      const ManSuccessors<Variant, Mover> successors(positions[number], leaves);
      const auto jumps = successors.jumps();
      const bool is_other = static_cast<int>(positions[number].kings != 0) | static_cast<int>(jumps.go_on());
      const bool is_jumping = jumps.exist();
      quiet_[quiet] = jumping_[jumping] = other_[other] = static_cast<std::uint16_t>(number);
      quiet += !is_jumping && !is_other ? 1 : 0;
      jumping += is_jumping && !is_other ? 1 : 0;
      other += is_other ? 1 : 0;
    }
    std::size_t nodes = 0;
    for (std::size_t i = 0; i < quiet; ++i) {
      ManSuccessors<Variant, Mover> successors(positions[quiet_[i]], leaves);
      successors.write_quiet_moves();
      nodes += static_cast<std::size_t>(successors.end() - leaves);
      show(leaves);
    }
    for (std::size_t i = 0; i < jumping; ++i) {
      ManSuccessors<Variant, Mover> successors(positions[jumping_[i]], leaves);
      successors.write_single_jumps();
      nodes += static_cast<std::size_t>(successors.end() - leaves);
      show(leaves);
    }
    for (std::size_t i = 0; i < other; ++i) {
      const Position* end = nullptr;
      if (positions[other_[i]].kings == 0)
        end = ManSuccessors<Variant, Mover>::write_chains(positions[other_[i]], leaves);
      if (end == nullptr) end = write_any_successors<Variant, Mover>(positions[other_[i]], leaves, as_);
      too_complex_ |= end == nullptr;
      if (end != nullptr) nodes += static_cast<std::size_t>(end - leaves);
      show(leaves);
    }
    return nodes;
  }

  // Makes the compiler think that someone reads the leaves, so that it must write them.
  static void show(const Position* leaves) { asm volatile("" : : "r"(leaves) : "memory"); }

  std::vector<Position> places_;
  std::size_t size_ = 0;                                      // how many of them are in use
  std::array<std::uint16_t, successor_room<Variant>> quiet_;  // of the positions at hand, by number: with quiet moves,
  std::array<std::uint16_t, successor_room<Variant>> jumping_;  // with single jumps,
  std::array<std::uint16_t, successor_room<Variant>> other_;    // and with kings or longer chains
  const Counted as_;
  bool too_complex_ = false;
};

template <class Variant, Leaves Last = Leaves::counted>
PerftCount perft(const Position<Variant>& position, int depth, Counted as = Counted::moves) {
  return Perft<Variant, Last>(as).count(position, depth);
}

}  // namespace crownstar::draughts
