// The many ways in which files write one move, and turns them to what the game's own parser reads.
// It does not know which moves are legal.
#pragma once

#include <string_view>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

// Besides what the game reads: 01-05, c3:e5, 11X18, 1118, c3d4, cb4, numbers in a game of letters and letters in one of
// numbers. A star's path is kept as it was written.
Checked<MoveView> read_recorded_move(const Game& game, std::string_view text);

// The texts of moves that were typed in a row, with blanks or commas between them.
std::vector<std::string_view> words_of_moves(std::string_view text);

// A move of a file, which may say too little, or the wrong sign.
struct WrittenMove {
  std::vector<MoveView> readings;   // one, or every capture from and to those squares
  bool is_step_as_capture = false;  // `11x15` where nothing is captured
  std::string_view remark;          // words without a blank before them: `8-11and Black resigns`
};

// `notation` is the one in which the file says that it writes; null for the game's own.
Checked<WrittenMove> read_written_move(const Game& game, std::string_view text, const SquareNotation* notation);

}  // namespace crownstar::game
