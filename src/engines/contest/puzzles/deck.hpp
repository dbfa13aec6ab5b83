// A deck of puzzles as a text: CSV (RFC 4180) with a line of names, then a line for each puzzle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/contest/puzzles/puzzle.hpp"

namespace crownstar::contest {

// `id,game,position,moves,effort,gives,takes`; the moves have blanks between them.
std::string_view deck_head();
std::string write_puzzle(const Puzzle& puzzle);

// A wrong line is refused by its number, and so is an id that is not its puzzle's; whether the moves can be played is
// not asked.
Checked<std::vector<Puzzle>> read_deck(std::string_view text);

}  // namespace crownstar::contest
