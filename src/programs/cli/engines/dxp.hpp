// `engine --dxp`: connects to or waits for another program, and reports the games.
#pragma once

#include "engines/pool/equipment.hpp"
#include "programs/cli/engines/engine.hpp"

namespace crownstar::cli {

int run_dxp(const EngineRequest& request, const engine::Equipment& equipment);

}  // namespace crownstar::cli
