// The command `pdn search`: finds games in an index by who played them, how they went and what came up in them.
#pragma once

#include <string>
#include <vector>

#include "programs/cli/console/position_request.hpp"

namespace crownstar::cli {

// As it was typed; empty for what is not asked.
struct PdnSearchRequest {
  std::string database;
  PositionRequest position;
  std::vector<std::string> players;
  std::string white;
  std::string black;
  std::string event;
  std::string years;
  std::string plies;
  std::string winner;
  std::string opening;
  std::string material;
  std::string limit;
  std::string form = "list";
  bool is_turned = false;
  bool wants_duplicates = false;
};

int run_pdn_search(const PdnSearchRequest& request);

}  // namespace crownstar::cli
