// The command `analyse`: annotates games with evaluations, blunders and better moves.
#pragma once

#include <string>

#include "programs/cli/console/disk_room.hpp"
#include "programs/cli/engines/engine_equipment.hpp"

namespace crownstar::cli {

struct AnalyseRequest {
  std::string file;
  std::string fallback = "auto";  // the game of a record without a GameType
  std::string output = "-";
  std::string time;   // seconds a move
  std::string nodes;  // a move
  EngineEquipment equipment;
  KeepFree keep_free;
  bool is_json = false;
};

int run_analyse(const AnalyseRequest& request);

}  // namespace crownstar::cli
