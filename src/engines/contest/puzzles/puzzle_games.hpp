// Where puzzles come from: games, in which somebody has just made a mistake.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/contest/puzzles/puzzle_finder.hpp"

namespace crownstar::contest {

struct GameLine {
  std::string token;
  std::string position;            // where it began; empty for the game's own
  std::vector<std::string> moves;  // as far as they are to be looked at
};

// Refused where there is no such game, or it is none of draughts.
Checked<void> check_puzzle_game(const std::string& token);

// A game of our engine with itself that has a random move now and then: the same for the same seed and number.
Checked<GameLine> careless_game(const std::string& token, search::Searcher& searcher, std::uint64_t seed,
                                std::uint64_t number);

// All positions of this game that are puzzles. After one the next is looked for behind its moves.
Checked<std::vector<Puzzle>> puzzles_in(const GameLine& line, search::Searcher& searcher, const FinderTerms& terms);

}  // namespace crownstar::contest
