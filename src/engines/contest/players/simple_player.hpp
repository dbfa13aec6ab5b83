// Simple people as opponents in a match: they show how the weakest levels feel to somebody who has just learned the
// rules.
#pragma once

#include <memory>
#include <string_view>

#include "base/refusal.hpp"
#include "engines/search/searcher.hpp"

namespace crownstar::contest {

enum class SimplePlayer {
  random,    // any legal move
  careless,  // sees what it can gain, and at half of its turns what the reply gains
  careful,   // sees both at every turn
  three      // sees its next move as well: three half-moves
};

// By its name, `careful`; refused with the known ones.
base::Checked<SimplePlayer> simple_player_named(std::string_view name);

// In draughts a man counts one and a king two. On the star a step towards the goal counts, and what `careless`
// overlooks is how far a move goes. Among equal moves it draws lots: the same seed, the same move. It has no limits of
// time or nodes.
std::unique_ptr<search::Searcher> make_simple_player(SimplePlayer player);

}  // namespace crownstar::contest
