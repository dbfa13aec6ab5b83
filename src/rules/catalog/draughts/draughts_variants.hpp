// Each variant's game is compiled once, in one of the files beside this, so that they compile side by side.
// It does not know what is in them.
#pragma once

#include <memory>

#include "rules/draughts/variants/variants.hpp"
#include "rules/game/game.hpp"

namespace crownstar::game {

template <class Variant>
std::unique_ptr<Game> make_draughts();

}  // namespace crownstar::game
