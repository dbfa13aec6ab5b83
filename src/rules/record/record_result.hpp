// How a record says who won: 1-0, 2-0, or a place for each seat.
// It does not know why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"

namespace crownstar::game {

// In PDN the first figure is the points of the side that begins, whatever its colour (PDN 2.0, RESULT_TEXT).
enum class ResultForm : std::uint8_t {
  one_point,   // 1-0 1/2-1/2 0-1
  two_points,  // 2-0 1-1 0-2
  places       // 2-1-3: the place of each seat in the order of turns, 0 for none; ResultFormat says so
};

// The value of the tag ResultFormat that goes with places.
inline constexpr std::string_view places_format = "Places";

// No places and no other text: the game is not over, or nobody knows.
struct RecordResult {
  std::vector<int> places;  // of each seat; a draw is 1 and 1, a loss for both 2 and 2
  std::string other;        // a result of a tournament's own making, as it was written: 4-6

  bool is_open() const { return places.empty() && other.empty(); }
  bool operator==(const RecordResult&) const = default;
};

RecordResult read_result(std::string_view text, int seats, ResultForm form);
std::string write_result(const RecordResult& result, ResultForm form);

// What the rules say. Open while the game goes on.
RecordResult result_of(const Outcome& outcome);

}  // namespace crownstar::game
