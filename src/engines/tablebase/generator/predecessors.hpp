// Moves that capture nothing and crown no man, taken back along the lines they are made on. Only such moves lead from a
// slice to its turned one; captures and crownings lead to finished slices.
#pragma once

#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase {

// Calls `visit(earlier)` for every position from which such a move leads to this one, each seen by its mover. Positions
// with a capture are left out: there the move was not allowed.
template <class Variant, class Visit>
void for_each_predecessor(const draughts::Position<Variant>& position, const Visit& visit) {
  using draughts::Side;
  using Word = draughts::WordOf<Variant>;
  using Board = draughts::BoardOf<Variant>;
  static constexpr const draughts::Rules& rules = Variant::rules;
  // Black is the side that has just moved, as the position is seen.
  const auto take_back = [&](Word to, Word from, Word kings_changed) {
    draughts::Position<Variant> earlier = position;
    earlier.pieces[1] ^= from | to;
    earlier.kings ^= kings_changed;
    earlier.turn = Side::black;
    if (!draughts::can_capture<Variant, Side::black>(earlier)) visit(turned(earlier));
  };
  const Word empty = position.empty();
  draughts::for_each_step<rules.man_moves, Side::black>([&]<draughts::Direction Step>() {
    constexpr draughts::Direction back = Step.opposite();
    Word from = Board::template moved<back>(position.men_of(Side::black)) & empty;
    for (; from != 0; from = board::without_lowest(from)) {
      const Word square = board::lowest_square(from);
      take_back(Board::template moved<Step>(square), square, Word{0});
    }
  });
  draughts::for_each_step<rules.king_lines, Side::black>([&]<draughts::Direction Step>() {
    for (Word kings = position.kings_of(Side::black); kings != 0; kings = board::without_lowest(kings)) {
      const Word to = board::lowest_square(kings);
      for (Word from = Board::template moved<Step>(to) & empty; from != 0;) {
        take_back(to, from, from | to);
        if (!rules.king_flies()) break;
        from = Board::template moved<Step>(from) & empty;
      }
    }
  });
}

// Counts those moves of the side to move, and adds the depths that its crownings lead to.
template <class Variant>
int count_moves(const draughts::Position<Variant>& position, const LoadedSlices<Variant>& loaded,
                BestSuccessor<Variant>& crownings) {
  using draughts::Side;
  using Word = draughts::WordOf<Variant>;
  int open = 0;
  draughts::for_each_quiet_move<Variant, Side::white>(position, [&](Word from, Word to, auto is_king) {
    if (!is_king && (to & draughts::crown_row<Variant, Side::white>) != 0) {
      const auto next = draughts::after_quiet<Variant, Side::white, is_king>(position, from, to);
      crownings.add(resolve_captures<Variant>(turned(next), loaded));
    } else {
      ++open;
    }
  });
  return open;
}

}  // namespace crownstar::tablebase
