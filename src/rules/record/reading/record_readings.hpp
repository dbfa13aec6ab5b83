// Knows which meaning of an ambiguous move lets the rest of its line be played.
// Does not know how records are kept.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

// The index of the reading after which most of `rest`, the items behind the move, can be played; the first of equals.
// Each move of `rest` that is tried takes one of the `tries`; without any left the first reading is meant. One number
// for a whole game bounds the work on a text of nothing but ambiguous moves.
std::size_t best_reading(const Game& game, const std::vector<MoveView>& readings, std::span<const PdnItem> rest,
                         const SquareNotation* notation, std::size_t& tries);

}  // namespace crownstar::game
