// The rules of draughts under their usual name: inside the draughts search `draughts::` means crownstar::draughts.
#pragma once

#include "rules/draughts/position.hpp"

namespace crownstar::search::draughts {

namespace draughts = crownstar::draughts;

}  // namespace crownstar::search::draughts
