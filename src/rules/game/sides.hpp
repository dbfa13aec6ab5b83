// Which seats of a game play together: the sides that win and lose.
// It does not know what they do for each other.
#pragma once

#include <string_view>

#include "rules/game/game.hpp"

namespace crownstar::game {

// Team mates sit opposite each other (CC-6), so the sides follow each other in the order of turns. Where there are no
// teams every seat is a side.
struct Sides {
  int count = 2;

  int of_seat(int seat) const { return seat % count; }
};

bool is_teamed(std::string_view token);
Sides sides_of(const Game& game);

}  // namespace crownstar::game
