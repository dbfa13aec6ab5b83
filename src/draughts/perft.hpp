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
    if (depth == 2 && Last == Leaves::counted) return last_two_plies<Mover>(position);
    std::uint64_t nodes = 0;
    for_each_successor<Mover>(position, [&](const Place& next) { nodes += below<other(Mover)>(next, depth - 1); });
    return nodes;
  }

  template <Side Mover>
  std::uint64_t last_ply(const Place& position) {
    if constexpr (Last == Leaves::counted) return count_moves<Mover>(position);
    std::size_t made = 0;
    make_successors<Mover>(position, made);
    return made;
  }

  // Apart from its caller, so that every leaf is really written to memory.
  template <Side Mover>
  [[gnu::noinline]] void make_successors(const Place& position, std::size_t& made) {
    std::size_t size = 0;
    for_each_successor<Mover>(position, [&](const Place& next) { made_[size++] = next; });
    made = size;
  }

  template <Side Mover>
  std::uint64_t last_two_plies(const Place& position) {
    std::uint64_t nodes = 0;
    if (position.kings == 0 && !can_capture<Variant, Mover>(position)) [[likely]] {
      return count_replies_to_men<Mover>(position);
    }
    for_each_successor<Mover>(position, [&](const Place& next) { nodes += count_moves<other(Mover)>(next); });
    return nodes;
  }

  // The replies to every quiet move where no king stands. What the replying men can reach is the same after each move
  // but for the one square that is taken and the one that is left, so the loop is short; it has no branch for replies
  // that capture, which would be mispredicted all the time: those positions are put aside and looked at afterwards.
  template <Side Mover>
  std::uint64_t count_replies_to_men(const Place& position) {
    constexpr Side Replier = other(Mover);
    const Word repliers = position.of(Replier);
    std::array<Place, 64> aside;
    std::size_t aside_size = 0;
    std::uint64_t nodes = 0;
    for_each_quiet_move<Variant, Mover>(position, [&](Word from, Word to, auto) {
      const Word moved = position.of(Mover) ^ (from | to);
      const Word empty = Board::every & ~(moved | repliers);
      const bool needs_a_look =
          (ManJumps<Variant, Replier>(repliers, moved, empty).any() | (to & crown_row<Variant, Mover>)) != 0;
      aside[aside_size] = after_quiet<Variant, Mover, false>(position, from, to);
      aside_size += needs_a_look ? 1 : 0;
      const auto quiet = static_cast<std::uint64_t>(count_man_moves<Variant, Replier>(repliers, empty));
      nodes += needs_a_look ? 0 : quiet;
    });
    for (std::size_t i = 0; i < aside_size; ++i) nodes += count_moves<Replier>(aside[i]);
    return nodes;
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
    if (position.kings == 0) [[likely]] {
      const Word empty = position.empty();
      const ManJumps<Variant, Mover> jumps(position.of(Mover), position.of(other(Mover)), empty);
      if (jumps.any() == 0) return for_each_quiet_successor<Mover>(position, visit);
      if (!jumps.may_go_on(position.of(other(Mover)), empty))
        return for_each_single_jump<Mover>(position, jumps, visit);
    } else if (!can_capture<Variant, Mover>(position)) {
      return for_each_quiet_successor<Mover>(position, visit);
    }
    for_each_capture<Mover>(position, visit);
  }

  template <Side Mover, class Visit>
  void for_each_quiet_successor(const Place& position, Visit&& visit) {
    for_each_quiet_move<Variant, Mover>(position, [&](Word from, Word to, auto is_king) {
      visit(after_quiet<Variant, Mover, is_king>(position, from, to));
    });
  }

  template <Side Mover, class Visit>
  void for_each_single_jump(const Place& position, const ManJumps<Variant, Mover>& jumps, Visit&& visit) {
    std::size_t way = 0;
    for_each_step<rules.man_captures, Mover>([&]<Direction Step>() {
      for (Word left = jumps.landings[way++]; left != 0; left = board::without_lowest(left)) {
        const Word to = board::lowest_square(left);
        const Word over = Board::template moved<Step.opposite()>(to);
        const Word from = Board::template moved<Step.opposite()>(over);
        visit(after_jump<Variant, Mover>(position, from, over, to));
      }
    });
  }

  template <Side Mover, class Visit>
  void for_each_capture(const Place& position, Visit&& visit) {
    MoveList<Variant> list;
    CaptureSearch<Variant, Mover, As>(position, list).run();
    too_complex_ |= list.is_too_complex();
    for (const Move<Variant>& move : list) visit(after<Variant, Mover>(position, move));
  }

  std::array<Place, most_moves> made_;
  bool too_complex_ = false;
};

template <class Variant, Counted As, Leaves Last = Leaves::counted>
PerftCount perft(const Position<Variant>& position, int depth) {
  return Perft<Variant, As, Last>{}.count(position, depth);
}

}  // namespace crownstar::draughts
