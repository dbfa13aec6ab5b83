// The command `engine`: runs the engine on standard input and output, for programs that speak the Hub protocol.
#pragma once

#include <string>

#include "programs/cli/engines/engine_equipment.hpp"

namespace crownstar::cli {

struct EngineRequest {
  std::string game;   // the variant at the beginning; empty: international, as the protocol has it
  std::string level;  // empty: the strongest
  EngineEquipment equipment;
  // Over DamExchange instead of Hub.
  std::string dxp;    // whom to call, or where to wait; empty: not at all
  std::string time;   // seconds a move; empty: by the clock of the game
  std::string games;  // that are asked for, and their clock; empty for the usual
  std::string minutes;
  std::string moves;
};

int run_engine(const EngineRequest& request, const std::string& version);

}  // namespace crownstar::cli
