// Knows the many ways in which files, command lines and people write one position, and turns them to what the game
// reads. Does not know which positions are possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

// Besides what the game reads: `[FEN "…"]` as it was pasted; numbers in a game of letters and letters in a game of
// numbers; `?` for the side to move. What was taken for granted is told, a line each.
Checked<std::vector<std::string>> set_written_position(Game& game, std::string_view text);

// Of a record, which nobody can be asked about, also: a man on the row where it is crowned, which is a king; no pieces
// at all, which leaves those that stand (`B::` is a null move). `notation` is the one in which the file says that it
// writes; null where it says nothing.
Checked<std::vector<std::string>> set_recorded_position(Game& game, std::string_view text,
                                                        const SquareNotation* notation = nullptr);

// A position as the game writes it, with its squares as the notation writes them.
std::string position_as_written(std::string_view text, const SquareNotation& notation);

// What stands in quotation marks after the word, whatever its capitals: out of `FEN "…"`. Empty if it is another word.
std::string value_after_word(std::string_view text, std::string_view upper_word);

}  // namespace crownstar::game
