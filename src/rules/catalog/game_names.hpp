// Knows the other names that people and programs give to the games: `english`, `Polish draughts`, Scan's `bt`.
// Does not know the games' rules and options.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::game {

// The id of the game that is meant, whatever its capitals, blanks and hyphens: an id, a name of the catalogue, or an
// alias. Empty if there is none.
std::string id_named(std::string_view name);

// The same token with the game's id in front; a token whose game is unknown is given back as it is.
std::string with_known_id(std::string_view token);

// The id of the game whose name is spelled most like this one. Empty if none is near.
std::string nearest_id(std::string_view name);

}  // namespace crownstar::game
