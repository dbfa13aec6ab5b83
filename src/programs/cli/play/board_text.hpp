// Draws a board as text: checkered boards and stars of every size.
#pragma once

#include <string>
#include <vector>

#include "rules/game/game.hpp"

namespace crownstar::cli {

struct BoardPicture {
  game::Layout layout;
  std::vector<game::PieceView> pieces;
  std::vector<std::string> seat_names;  // one a seat; the first letter stands for its pieces on squares
  std::vector<game::Point> marked;      // the pieces to be shown in square brackets
};

struct BoardLook {
  bool is_flipped = false;  // turned by half a turn
  bool is_unicode = false;
  bool is_coloured = false;
};

// What stands on the board now; nothing is marked.
BoardPicture picture_of(const game::Game& game);

// Several lines, each with its line feed.
std::string draw_board(const BoardPicture& picture, const BoardLook& look);

// One piece as the board shows it: `r`, `W`, `(4)`.
std::string draw_piece(const BoardPicture& picture, const game::PieceView& piece, const BoardLook& look);

}  // namespace crownstar::cli
