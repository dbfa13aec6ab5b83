// The command `search`: the best moves of a position, once.
#pragma once

#include <string>

#include "programs/cli/console/position_request.hpp"
#include "programs/cli/engines/engine_equipment.hpp"

namespace crownstar::cli {

// The numbers as they were typed; empty for the usual.
struct SearchCommandRequest {
  PositionRequest position;
  std::string depth;
  std::string nodes;
  std::string time;
  std::string lines = "1";
  std::string level;
  EngineEquipment equipment;
  bool is_json = false;
};

int run_search(const SearchCommandRequest& request);

}  // namespace crownstar::cli
