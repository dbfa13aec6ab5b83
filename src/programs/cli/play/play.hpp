// The command `play`: a game in the terminal between people and the computer.
#pragma once

#include <array>
#include <string>

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

inline constexpr int most_seats = 6;

struct PlayRequest {
  PositionRequest position;
  std::array<std::string, most_seats> seats;  // as read_player has it; empty: seat 1 a person, the others as `against`
  std::string against = "casual";
  std::string seed;  // empty: another one each time
  bool is_unicode = false;
};

int run_play(const PlayRequest& request);

}  // namespace crownstar::cli
