// The sentences of a game in the terminal about positions, moves and results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "programs/cli/play/board_text.hpp"

namespace crownstar::cli {

std::string trimmed(std::string_view text);

std::string beginning_text(const game::Game& game);
// `, r man, R king`; on a star `, pieces (1) (4)`.
std::string pieces_of_seat(const BoardPicture& picture, int seat, const BoardLook& look);

// Where a capture may begin, which it must where there is one. Empty where the moves are too many to be known.
std::vector<game::Point> points_that_must_capture(const game::Game& game);
std::string must_capture_text(const game::Game& game);  // empty where nothing must be captured

std::string moves_text(const std::vector<game::MoveView>& moves);
std::string captured_text(const BoardPicture& picture, const std::vector<std::vector<game::PieceView>>& captured,
                          const BoardLook& look);
std::string place_line(const game::Game& game, int seat);
std::string end_text(const game::Game& game);

}  // namespace crownstar::cli
