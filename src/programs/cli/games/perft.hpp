// The command `perft`: counts the positions to a depth.
#pragma once

#include <string>

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

// The numbers as they were typed.
struct PerftRequest {
  PositionRequest position;
  std::string depth = "6";
  std::string threads = "1";
  std::string count = "moves";
  bool is_divided = false;
  bool is_json = false;
};

int run_perft(const PerftRequest& request);

}  // namespace crownstar::cli
