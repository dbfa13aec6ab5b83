// The names of search requests and results, for the rooms above.
#pragma once

#include "engines/search/levels.hpp"
#include "engines/search/request.hpp"
#include "engines/search/searcher.hpp"

namespace crownstar::engine {

using search::Level;
using search::Milliseconds;
using search::OnProgress;
using search::Score;
using search::Searcher;
using search::SearchLimits;
using search::SearchLine;
using search::SearchProgress;
using search::SearchRequest;
using search::SearchResult;
using search::StopSignal;
using search::Turn;

}  // namespace crownstar::engine
