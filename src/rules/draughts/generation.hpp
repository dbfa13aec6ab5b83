// The legal moves of a position: captures where there are any, otherwise the moves without.
// It does not know why a move is not among them (notation/refused_move.hpp) and how many positions lie below (perft/).
#pragma once

#include "rules/draughts/man_jumps.hpp"
#include "rules/draughts/move_list.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

// Whether Mover has any capture at all.
template <class Variant, Side Mover>
constexpr bool can_capture(const Position<Variant>& position) {
  constexpr const Rules& rules = Variant::rules;
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  const Word empty = position.empty();
  const Word kings = position.kings_of(Mover);
  const Word enemies = position.of(other(Mover));
  const Word men_targets = rules.man_may_take_king ? enemies : position.men_of(other(Mover));
  if (ManJumps<Variant, Mover>(position.men_of(Mover), men_targets, empty).exist()) return true;
  if (kings == 0) return false;
  Word landings = 0;
  for_each_step<rules.king_captures, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
    Word reach = kings;
    if constexpr (rules.king_takes_from_afar()) {
      for (Word front = kings; front != 0;) {
        front = Board::template moved<Step>(front) & empty;
        reach |= front;
      }
    }
    landings |= jump_landings<Board, Step>(reach, enemies, empty);
  });
  return landings != 0;
}

// The kings that may move without capturing: all, but one that has used up its moves in a row.
template <class Variant, Side Mover>
constexpr WordOf<Variant> free_kings(const Position<Variant>& position) {
  WordOf<Variant> kings = position.kings_of(Mover);
  if constexpr (Position<Variant>::limits_kings) {
    const KingRun& run = position.king_runs[index(Mover)];
    if (run.length >= Variant::rules.king_moves_in_a_row && position.men_of(Mover) != 0) {
      kings &= ~BoardOf<Variant>::word(run.square);
    }
  }
  return kings;
}

// Calls `visit(from, to, is_king)` for each move without capture, from and to as sets of one square, and is_king as a
// type, so that what differs for men and kings is settled while compiling.
template <class Variant, Side Mover, class Visit>
constexpr void for_each_quiet_move(const Position<Variant>& position, Visit&& visit) {
  constexpr const Rules& rules = Variant::rules;
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  const Word empty = position.empty();
  const Word men = position.men_of(Mover);
  for_each_step<rules.man_moves, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
    for (Word left = Board::template moved<Step>(men) & empty; left != 0; left = board::without_lowest(left)) {
      const Word to = board::lowest_square(left);
      visit(Board::template moved<Step.opposite()>(to), to, std::false_type{});
    }
  });
  const Word kings = free_kings<Variant, Mover>(position);
  if (kings == 0) return;
  for_each_step<rules.king_lines, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
    for (Word movers = kings; movers != 0; movers = board::without_lowest(movers)) {
      const Word from = board::lowest_square(movers);
      for (Word to = Board::template moved<Step>(from) & empty; to != 0;) {
        visit(from, to, std::true_type{});
        if (!rules.king_flies()) break;
        to = Board::template moved<Step>(to) & empty;
      }
    }
  });
}

template <class Variant, Side Mover>
constexpr int count_man_moves(WordOf<Variant> men, WordOf<Variant> empty) {
  int count = 0;
  for_each_step<Variant::rules.man_moves, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
    count += board::count_bits(BoardOf<Variant>::template moved<Step>(men) & empty);
  });
  return count;
}

template <class Variant, Side Mover>
constexpr int count_quiet_moves(const Position<Variant>& position) {
  constexpr const Rules& rules = Variant::rules;
  using Board = BoardOf<Variant>;
  using Word = typename Board::Word;
  const Word empty = position.empty();
  int count = count_man_moves<Variant, Mover>(position.men_of(Mover), empty);
  const Word kings = free_kings<Variant, Mover>(position);
  if (kings == 0) return count;
  for_each_step<rules.king_lines, Mover>([&]<Direction Step> [[gnu::always_inline]] () {
    for (Word front = Board::template moved<Step>(kings) & empty; front != 0;) {
      count += board::count_bits(front);
      if (!rules.king_flies()) break;
      front = Board::template moved<Step>(front) & empty;
    }
  });
  return count;
}

// The kernel: it takes long to compile, and so is compiled once for each variant, in one of the files beside this
// (generation_kernel.hpp).
template <class Variant>
void generate(const Position<Variant>& position, MoveList<Variant>& list, Counted as = Counted::moves);

// The same, for callers that know that Mover is to move and can capture.
template <class Variant, Side Mover>
void generate_captures(const Position<Variant>& position, MoveList<Variant>& list, Counted as = Counted::moves);

}  // namespace crownstar::draughts
