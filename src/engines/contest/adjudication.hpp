// Knows what endgame tables say of a game as it stands. Refuses to know where tables come from, and what becomes of the
// game then.
#pragma once

#include <optional>

#include "engines/tablebase/probe.hpp"
#include "rules/game/game.hpp"

namespace crownstar::contest {

struct TablesVerdict {
  int loser = -1;  // a seat; none: it is a draw
};

// By the tables, which leave draw rules out; none where there are none, or they do not know.
std::optional<TablesVerdict> verdict_of(const tablebase::Tables* tables, const game::Game& game);

}  // namespace crownstar::contest
