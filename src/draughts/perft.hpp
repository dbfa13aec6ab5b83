// Knows how many ways a game can go on for so many plies, counted as fast as the kernel can.
// Refuses to know threads, clocks and draw rules: a count is of moves, not of games.
#pragma once

#include <cstdint>
#include <expected>

#include "draughts/generation.hpp"

namespace crownstar::draughts {

// How the last ply is counted.
enum class Leaves {
  counted,  // the number of moves, without making them
  made      // every position after the last move is made and looked at
};

struct TooComplex {};
using PerftCount = std::expected<std::uint64_t, TooComplex>;

template <class Variant, Counted As, Leaves Last>
class Perft {
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  using Place = Position<Variant>;
  static constexpr const Rules& rules = Variant::rules;

 public:
  PerftCount count(const Place& position, int depth) {
    if (depth <= 0) return 1;
    const std::uint64_t nodes =
        position.turn == Side::white ? below<Side::white>(position, depth) : below<Side::black>(position, depth);
    if (too_complex_) return std::unexpected(TooComplex{});
    return nodes;
  }

 private:
  template <Side Mover>
  [[gnu::noinline]] std::uint64_t below(const Place& position, int depth) {
    if (depth == 1) return last_ply<Mover>(position);
    std::uint64_t nodes = 0;
    if (depth == 2 && Last == Leaves::counted) {
      for_each_successor<Mover>(position, [&](const Place& next) { nodes += count_moves<other(Mover)>(next); });
    } else {
      for_each_successor<Mover>(position, [&](const Place& next) { nodes += below<other(Mover)>(next, depth - 1); });
    }
    return nodes;
  }

  template <Side Mover>
  std::uint64_t last_ply(const Place& position) {
    if constexpr (Last == Leaves::counted) {
      return count_moves<Mover>(position);
    } else {
      made_.size = 0;
      make_successors<Mover>(position);
      std::uint64_t nodes = 0;
      for (std::size_t i = 0; i < made_.size; ++i) nodes += made_.positions[i].occupied() != 0 ? 1 : 0;
      return nodes;
    }
  }

  // Apart from its caller, so that every leaf is really written to memory.
  template <Side Mover>
  [[gnu::noinline]] void make_successors(const Place& position) {
    for_each_successor<Mover>(position, [&](const Place& next) { made_.positions[made_.size++] = next; });
  }

  // Without kings on the board and with no second jump anywhere, every capture is one jump of the same worth.
  template <Side Mover>
  std::uint64_t count_moves(const Place& position) {
    if (is_ended_by_a_king(position)) return 0;
    const Word empty = position.empty();
    const Word enemies = position.of(other(Mover));
    if (position.kings == 0) [[likely]] {
      const ManJumps<Variant, Mover> jumps(position.of(Mover), enemies, empty);
      if (jumps.any() == 0) return static_cast<std::uint64_t>(count_quiet_moves<Variant, Mover>(position));
      if (!jumps.may_go_on(enemies, empty)) return static_cast<std::uint64_t>(jumps.count());
    } else if (!can_capture<Variant, Mover>(position)) {
      return static_cast<std::uint64_t>(count_quiet_moves<Variant, Mover>(position));
    }
    return count_captures<Mover>(position);
  }

  template <Side Mover>
  [[gnu::noinline]] std::uint64_t count_captures(const Place& position) {
    MoveList<Variant> list;
    CaptureSearch<Variant, Mover, As>(position, list).run();
    too_complex_ |= list.is_too_complex();
    return list.size();
  }

  template <Side Mover, class Visit>
  void for_each_successor(const Place& position, Visit&& visit) {
    if (too_complex_ || is_ended_by_a_king(position)) return;
    if (can_capture<Variant, Mover>(position)) {
      MoveList<Variant> list;
      CaptureSearch<Variant, Mover, As>(position, list).run();
      too_complex_ |= list.is_too_complex();
      for (const Move<Variant>& move : list) visit(after<Variant, Mover>(position, move));
      return;
    }
    for_each_quiet_move<Variant, Mover>(position, [&](Word from, Word to, auto is_king) {
      visit(after_quiet<Variant, Mover, is_king>(position, from, to));
    });
  }

  struct MadePositions {
    std::array<Place, most_moves> positions;
    std::size_t size = 0;
  };
  MadePositions made_;
  bool too_complex_ = false;
};

template <class Variant, Counted As, Leaves Last = Leaves::counted>
PerftCount perft(const Position<Variant>& position, int depth) {
  return Perft<Variant, As, Last>{}.count(position, depth);
}

}  // namespace crownstar::draughts
