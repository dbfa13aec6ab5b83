// The command `games`: lists the catalogue, or explains one game's options.
#pragma once

#include <string>

namespace crownstar::cli {

struct GamesRequest {
  std::string id;  // empty for all of them
  bool is_json = false;
};

int run_games(const GamesRequest& request);

}  // namespace crownstar::cli
