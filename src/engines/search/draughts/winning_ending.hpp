// Endings in which a level makes no mistakes, so that it ends its won games.
#pragma once

#include "engines/search/draughts/evaluation/tuned.hpp"
#include "rules/game/game.hpp"

namespace crownstar::search::draughts {

// The rival has few pieces left: no more than half of what the side to move has, by number or by material. That is a
// lead only where the evaluation says so too: in antidraughts it is the other side that wins.
inline bool is_winning_ending(const game::Game& game) {
  struct Force {
    int pieces = 0;
    int material = 0;
  };
  Force own;
  Force theirs;
  for (const game::PieceView& piece : game.pieces()) {
    Force& force = piece.seat == game.seat_to_move() ? own : theirs;
    ++force.pieces;
    force.material += piece.is_king ? tuned::men_for_a_king : 1;
  }
  if (theirs.pieces > tuned::winning_ending_pieces) return false;
  return own.pieces >= 2 * theirs.pieces || own.material >= 2 * theirs.material;
}

}  // namespace crownstar::search::draughts
