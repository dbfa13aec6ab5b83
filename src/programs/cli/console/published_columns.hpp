// What the columns of published tables mean, for the tables themselves, the data package and the page beside them.
#pragma once

#include <array>
#include <string_view>

namespace crownstar::cli {

struct PublishedColumn {
  std::string_view name;
  std::string_view type;     // in the words of a data package: string, datetime, integer
  std::string_view meaning;  // one sentence
};

// Of positions of self-play, in the order in which rows have them.
inline constexpr std::array<PublishedColumn, 6> sample_columns{{
    {"game", "string", "token of the game"},
    {"number", "integer", "of the game in its run, from 0"},
    {"ply", "integer", "half-moves before the position, at most 255"},
    {"position", "string", "FEN; White is to move: where Black was, the board is turned and the colours are swapped"},
    {"score", "integer", "of the search, for the side to move, in hundredths of a man"},
    {"result", "integer", "of the game, for the side to move: 1 won, 0 drawn, -1 lost"},
}};

// Of decks of puzzles.
inline constexpr std::array<PublishedColumn, 7> puzzle_columns{{
    {"id", "string", "eight hexadecimal digits, which follow from game and position"},
    {"game", "string", "token of the game"},
    {"position", "string", "in FEN; the solver is to move"},
    {"moves", "string", "separated by spaces: the solver's, the reply, and so on; the last one is the solver's"},
    {"effort", "integer",
     "how many nodes the search needs until it plays the first move and stays with it: a measure of difficulty"},
    {"gives", "integer", "how many pieces the solver loses on the way"},
    {"takes", "integer", "how many the solver captures"},
}};

}  // namespace crownstar::cli
