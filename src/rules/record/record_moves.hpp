// The many ways in which files write one move, and turns them to what the game's own parser reads.
// It does not know which moves are legal.
#pragma once

#include <string_view>

#include "rules/game/game.hpp"

namespace crownstar::game {

// Besides what the game reads: 01-05, c3:e5, 11X18, 1118, c3d4, cb4, and numbers in a game of letters. A star's path is
// kept as it was written.
Checked<MoveView> read_recorded_move(const Game& game, std::string_view text);

}  // namespace crownstar::game
