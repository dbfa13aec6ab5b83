// Knows the command `games`: the catalogue, and one game with its options explained.
// Refuses to know how the command line is read.
#pragma once

#include <string>

namespace crownstar::cli {

struct GamesRequest {
  std::string id;  // empty for all of them
  bool is_json = false;
};

int run_games(const GamesRequest& request);

}  // namespace crownstar::cli
