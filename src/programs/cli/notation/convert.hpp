// The command `convert`: a position and moves in another notation.
#pragma once

#include <string>

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

struct ConversionRequest {
  PositionRequest position;
  std::string from = "any";
  std::string to = "game";
  bool is_json = false;
};

int run_convert(const ConversionRequest& request);

}  // namespace crownstar::cli
