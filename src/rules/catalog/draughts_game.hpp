// How to start any draughts variant behind the runtime interface, and what the catalogue says of it.
// It does not know their rules: those are in the room draughts.
#pragma once

#include <memory>
#include <vector>

#include "rules/catalog/catalog.hpp"
#include "rules/game/game.hpp"
#include "rules/game/token.hpp"

namespace crownstar::game {

std::vector<CatalogEntry> draughts_catalog_entries();

// Draughts variants take no options; a token with any is refused.
Checked<std::unique_ptr<Game>> start_draughts(const Token& token);

}  // namespace crownstar::game
