// Every game that can be played, by its token, and what can be chosen in it.
// It does not know how any of them is played.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "rules/game/game.hpp"
#include "rules/game/rule_topics.hpp"

namespace crownstar::game {

enum class Family { draughts, star };

// One key that may follow the id in a token.
struct GameOption {
  std::string key;
  std::string fallback;             // the value that holds when the key is left out, in words where it depends
  std::vector<std::string> values;  // empty where no list holds them all
  std::string form;                 // what they look like then: `a number`, `SET-N+SET-N`
  std::string explanation;          // one line for a player
  std::string rule;                 // the ids of the rules page, `CC-9, CC-12`
};

struct CatalogEntry {
  std::string id;
  std::string name;
  std::string summary;  // one line: what is particular about it
  Family family = Family::draughts;
  std::string board;      // `8x8`, `121, 181 or 253 holes`
  std::string seats;      // `2`, `2, 3, 4, 5, 6`
  std::string game_type;  // the PDN GameType tag of the plain game
  std::vector<GameOption> options;
  std::vector<RuleTopic> topics;  // of a draughts variant's rules; the star's ids are the same in every game
};

std::span<const CatalogEntry> catalog();

// A token is ID or ID:key=value,key=value; for the id stands any name of the game (game_names.hpp), and Game::token has
// the id. An unknown id or key is refused with a list of the known ones.
Checked<std::unique_ptr<Game>> start(std::string_view token);

}  // namespace crownstar::game
