// Positions and moves as Hub writes them: squares by number and a letter a square in draughts, the record's own text on
// a star.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "rules/game/game.hpp"

namespace crownstar::hub {

using base::Checked;

// How squares are numbered, in positions and in moves (docs/hub.md).
enum class HubSquares : std::uint8_t {
  pdn,  // by the game's own numbers; where it has letters as `scan`
  scan  // row by row from the top left, as White sees the board
};

class HubBoard {
 public:
  explicit HubBoard(const game::Game& game, HubSquares squares = HubSquares::pdn);

  // `Wbbbb…eeee…wwww`, or the star's text.
  std::string position(const game::Game& game) const;
  // What `set_position` of the game takes.
  Checked<std::string> position_text(std::string_view hub) const;

  // `32-28`; captures `28x19x23` with the captured squares ascending.
  std::string move(const game::MoveView& move) const;
  // The captured squares in any order; they may be left out where from and to say enough.
  Checked<game::MoveView> find_move(const game::Game& game, std::string_view hub) const;

 private:
  int number_of(game::Point point) const { return numbers_[static_cast<std::size_t>(point)]; }

  bool is_star_;
  std::vector<int> numbers_;         // by point, 0 where no piece can stand
  std::vector<std::string> labels_;  // by number less one
};

}  // namespace crownstar::hub
