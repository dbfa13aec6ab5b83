// The commands `moves` and `position`: the legal moves of a position, and the position itself.
#pragma once

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

struct MovesRequest {
  PositionRequest position;
  bool is_json = false;
};

int run_moves(const MovesRequest& request);
int run_position(const MovesRequest& request);

}  // namespace crownstar::cli
