// The commands `puzzles make` and `puzzles check`: decks of puzzles out of games.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

struct PuzzlesMakeRequest {
  std::string game;
  std::string file;
  std::string count = "100";
  std::string seed = "1";
  std::string nodes = "400000";
  std::string effort = "0";
  std::string collection;  // PDN; empty: the engine plays games of its own
  KeepFree keep_free;
};

int run_puzzles_make(const PuzzlesMakeRequest& request);
int run_puzzles_check(const std::string& file);

}  // namespace crownstar::cli
