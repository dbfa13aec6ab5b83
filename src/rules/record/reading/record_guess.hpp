// Knows how the game of a record is found that does not say which it is: its Variant tag, the games beside it in the
// file, and which game's rules allow its moves. Does not know how a record is kept.
#pragma once

#include <string>
#include <string_view>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::game {

struct GameGuess {
  std::string token;
  std::string reason;  // `as its Variant tag says`
};

// `hint` is the token of what it probably is; empty where nothing is known.
GameGuess guess_game(const PdnGame& game, const RecordSource& source, std::string_view hint);

// What the name of a file says: `Russian_2007.pdn` is russian. Empty if that is no game.
std::string game_in_name(std::string_view file, const RecordSource& source);

}  // namespace crownstar::game
