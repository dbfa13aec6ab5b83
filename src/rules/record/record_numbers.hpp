// How files number the squares of games whose own notation is letters: Russian, Brazilian and Turkish collections
// often give positions, and some give moves, in numbers from the top left as White sees the board.
// It does not know the games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"

namespace crownstar::game {

// The label of each numbered square, the first at index 0. Empty where the game itself writes numbers, and for stars.
std::vector<std::string> numbered_labels(const Layout& layout);

// `W:W21-32:BK1,9` with letters for numbers and no ranges. Empty if the text is no such position.
std::string position_with_letters(std::string_view text, const std::vector<std::string>& labels);

// Sets the position as the game reads it, or else as numbers.
Checked<void> set_recorded_position(Game& game, std::string_view text);

}  // namespace crownstar::game
