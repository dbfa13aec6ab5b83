// Knows the ways in which files name the squares of a board: numbers or letters, from any corner, whatever the game
// itself writes. Does not know moves and positions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/layout.hpp"

namespace crownstar::game {

// Where square 1 or a1 is, as White sees the board: the digits of a GameType.
enum class Corner : std::uint8_t { bottom_left, bottom_right, top_left, top_right };

enum class SquareNames : std::uint8_t { letters, numbers };

class SquareNotation {
 public:
  SquareNotation(const Layout& layout, SquareNames names, Corner first);

  // The game's own label of a square that is written so; empty if there is no such square.
  std::string own(std::string_view written) const;
  std::string written(std::string_view own) const;
  bool is_own() const { return written_ == own_; }  // the game itself writes so
  int squares() const { return static_cast<int>(own_.size()); }

  // A text with every square of it renamed; empty if one is unknown. Squares that stand together get a sign between.
  std::string text_in_own(std::string_view text) const;
  std::string text_as_written(std::string_view text) const;

 private:
  std::vector<std::string> own_;  // the labels, square by square
  std::vector<std::string> written_;
};

// Whether the game writes letters, as the label of its first square shows.
SquareNames own_names(const Layout& layout);

// The notation that a GameType names, such as `25,W,8,8,N2,0`. None if it names none, or the game's own.
std::optional<SquareNotation> notation_of(const Layout& layout, std::string_view game_type);

// A game's own GameType turned to letters from White's left, or to numbers from the top left as White sees the board;
// as it is where it says so already.
std::string game_type_with(std::string_view game_type, SquareNames names);

// What files write where they do not say: numbers from the top left in a game of letters, letters from the bottom left
// in a game of numbers.
SquareNotation usual_other_notation(const Layout& layout);

}  // namespace crownstar::game
