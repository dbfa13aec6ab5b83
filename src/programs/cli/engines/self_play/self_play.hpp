// The command `selfplay`: makes a file of training positions, game by game, and can resume it.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

struct SelfPlayRequest {
  std::string game;
  std::string engine;  // without its limits; empty: the strongest
  std::string games = "1000";
  std::string nodes = "2000";
  std::string seed = "1";
  std::string starts;   // empty: the game's own beginning
  std::string referee;  // a folder of endgame tables
  bool is_steady = false;
  std::string file;
  KeepFree keep_free;
};

int run_self_play(const SelfPlayRequest& request);

}  // namespace crownstar::cli
