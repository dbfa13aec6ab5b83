// Root search of draughts: iterative deepening with aspiration windows, several lines, and threads that help.
#pragma once

#include "engines/search/draughts/root_worker.hpp"
#include "engines/search/draughts/search.hpp"

namespace crownstar::search::draughts {

Checked<Findings> search_root(const SearchContext& context, RootWorker& worker);

}  // namespace crownstar::search::draughts
