// Knows how `engine --dxp` meets another program: who calls whom, and what is said of the games.
// Refuses to know what the messages mean.
#pragma once

#include "engines/pool/equipment.hpp"
#include "programs/cli/engines/engine.hpp"

namespace crownstar::cli {

int run_dxp(const EngineRequest& request, const engine::Equipment& equipment);

}  // namespace crownstar::cli
