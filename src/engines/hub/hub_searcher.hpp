// Knows how a program that speaks Hub 2 is asked for a move, watched while it thinks and started again when it fails.
// Refuses to know where it was configured.
#pragma once

#include <memory>

#include "engines/hub/external_engine.hpp"
#include "engines/pool/requests.hpp"

namespace crownstar::engine {

// Nothing is started before the first search.
std::unique_ptr<Searcher> make_hub_searcher(const ExternalEngine& engine);

}  // namespace crownstar::engine
