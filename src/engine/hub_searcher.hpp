// Knows how a program that speaks Hub 2 is asked for a move, watched while it thinks and started again when it fails.
// Refuses to know where it was configured.
#pragma once

#include <memory>

#include "engine/engines.hpp"
#include "engine/requests.hpp"

namespace crownstar::engine {

// Nothing is started before the first search.
std::unique_ptr<Searcher> make_hub_searcher(const ExternalEngine& engine);

}  // namespace crownstar::engine
