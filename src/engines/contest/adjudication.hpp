// Adjudication: what endgame tables say of a game as it stands.
#pragma once

#include <optional>

#include "engines/tablebase/probe.hpp"
#include "rules/game/game.hpp"

namespace crownstar::contest {

struct Adjudication {
  int loser = -1;  // a seat; -1 for a draw
};

// By the tables, which leave draw counters out. None where there are no tables, or they do not have the position.
std::optional<Adjudication> adjudicate(const tablebase::Tables* tables, const game::Game& game);

}  // namespace crownstar::contest
