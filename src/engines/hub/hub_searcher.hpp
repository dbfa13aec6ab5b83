// A searcher that asks a program that speaks Hub 2, watches it, and starts it again when it fails.
#pragma once

#include <memory>

#include "engines/hub/external_engine.hpp"
#include "engines/pool/search_names.hpp"

namespace crownstar::hub {

// Nothing is started before the first search.
std::unique_ptr<search::Searcher> make_hub_searcher(const ExternalEngine& engine);

}  // namespace crownstar::hub
