// The command `moves`: lists the legal moves of a position.
#pragma once

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

struct MovesRequest {
  PositionRequest position;
  bool is_json = false;
};

int run_moves(const MovesRequest& request);

}  // namespace crownstar::cli
