// The scores of positions in which a game has ended, from the view of the side to move.
// It does not know draws: they need the game's history (search_stack.hpp).
#pragma once

#include "engines/search/draughts/state/scores.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::search::draughts {

// Where there is nothing to capture, this is whether there is any move.
template <class Variant>
bool has_quiet_move(const draughts::Position<Variant>& position) {
  using draughts::Side;
  return (position.turn == Side::white ? draughts::count_quiet_moves<Variant, Side::white>(position)
                                       : draughts::count_quiet_moves<Variant, Side::black>(position)) != 0;
}

template <class Variant>
constexpr int score_without_move(int ply) {
  return Variant::rules.ending == draughts::Ending::no_move_wins ? win_score - ply : ply - win_score;
}

// See draughts::is_ended_by_a_king.
template <class Variant>
int score_after_king(const draughts::Position<Variant>& position, int ply) {
  return position.kings_of(draughts::other(position.turn)) != 0 ? ply - win_score : win_score - ply;
}

}  // namespace crownstar::search::draughts
