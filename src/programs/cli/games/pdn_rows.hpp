// Writes the main line of a record as rows, one a half-move: a JSON object each, or the position before each move.
#pragma once

#include <string>

#include "rules/record/record.hpp"

namespace crownstar::cli {

// One object a line: the game's tags in short, and the half-move with the position that it was played in.
std::string move_rows(const game::GameRecord& record);

// One position a line, the last one included.
std::string position_rows(const game::GameRecord& record);

}  // namespace crownstar::cli
