// What is asked of an index of games as people type it, on a command line or in an address, and how that is read.
// It does not know how the games are found.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "site/collections/index_search.hpp"

namespace crownstar::collections {

// Empty for what is not asked.
struct SearchTerms {
  std::string game = {};
  std::vector<std::string> players = {};
  std::string white = {};
  std::string black = {};
  std::string event = {};
  std::string years = {};
  std::string plies = {};
  std::string winner = {};
  std::string opening = {};
  std::string position = {};
  std::string moves = {};  // played from the position, or from the start
  std::string material = {};
  bool has_position = false;
  bool wants_position = false;  // the start is asked for where neither a position nor moves are
  bool is_turned = false;
  bool wants_duplicates = false;
};

// One position, by which moves are counted.
struct Explored {
  std::string text;  // as its game writes it
  std::int64_t hash = 0;
  std::vector<std::string> sides;  // as GameEntry::winner calls them, by seat; none where more than two play
};

struct ReadTerms {
  IndexQuery query;
  std::optional<Explored> position;  // that is asked for, as it is
  std::vector<std::string> notes;    // what was taken for granted of it
};

// How the terms are called where they were typed: `--year`, `year`.
struct TermNames {
  std::string_view sign;
};

using GamesOfIndex = std::function<std::vector<std::string>()>;

// Whatever is refused is called by its name. The games of the index are asked for where a position is, and no game.
base::Checked<ReadTerms> read_terms(const SearchTerms& terms, TermNames names, const GamesOfIndex& games);

// The only game of the index, or the one that is named.
base::Checked<std::string> game_asked(const std::string& token, TermNames names, const GamesOfIndex& games);

// The position, or the start of the game where the text is empty. `name` is what the text is called.
base::Checked<Explored> explored_position(const std::string& token, const std::string& text, std::string_view name);

}  // namespace crownstar::collections
