// How to start a game of Chinese checkers behind the runtime interface, and what the catalogue says of it.
// It does not know its rules: those are in the room sternhalma.
#pragma once

#include <memory>

#include "rules/catalog/catalog.hpp"
#include "rules/game/game.hpp"
#include "rules/game/token.hpp"

namespace crownstar::game {

CatalogEntry star_catalog_entry();

// The token's id is not checked: the caller has chosen the family by it.
Checked<std::unique_ptr<Game>> start_star(const Token& token);

}  // namespace crownstar::game
