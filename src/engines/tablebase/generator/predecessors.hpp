// Moves that capture nothing and crown no man, taken back along the lines they are made on. Only such moves lead from a
// slice to its turned one; captures and crownings lead to finished slices.
#pragma once

#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/slices/depths.hpp"
#include "engines/tablebase/slices/loaded_slices.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase {

// Calls `visit(earlier, number)` for every position from which such a move leads to this one, seen by its mover, with
// its number in `before`. Positions with a capture are left out: there the move was not allowed.
template <class Variant, class Visit>
void for_each_predecessor(const draughts::Position<Variant>& position, const PositionIndex<Variant>& before,
                          const Visit& visit) {
  using draughts::Side;
  using Position = draughts::Position<Variant>;
  using Word = draughts::WordOf<Variant>;
  using Board = draughts::BoardOf<Variant>;
  static constexpr const draughts::Rules& rules = Variant::rules;
  Position after = turned(position);  // as the side that has just moved sees it
  after.turn = Side::white;
  const Word empty = after.empty();
  draughts::for_each_step<rules.man_moves, Side::white>([&]<draughts::Direction Step>() {
    constexpr draughts::Direction back = Step.opposite();
    Word from = Board::template moved<back>(after.men_of(Side::white)) & empty;
    for (; from != 0; from = board::without_lowest(from)) {
      const Word square = board::lowest_square(from);
      Position earlier = after;
      earlier.pieces[0] ^= square | Board::template moved<Step>(square);
      if (!draughts::can_capture<Variant, Side::white>(earlier)) visit(earlier, before.index_of(earlier));
    }
  });
  if (after.kings_of(Side::white) == 0) return;
  const auto surroundings = before.surroundings_of(after);
  draughts::for_each_step<rules.king_lines, Side::white>([&]<draughts::Direction Step>() {
    for (Word kings = after.kings_of(Side::white); kings != 0; kings = board::without_lowest(kings)) {
      const Word to = board::lowest_square(kings);
      for (Word from = Board::template moved<Step>(to) & empty; from != 0;) {
        Position earlier = after;
        earlier.pieces[0] ^= from | to;
        earlier.kings ^= from | to;
        if (!draughts::can_capture<Variant, Side::white>(earlier)) {
          visit(earlier, before.index_of(surroundings, earlier.kings_of(Side::white)));
        }
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
