// Knows the names by which everyone above asks for a search: what is asked, what is told and what is answered.
// Refuses to know which engine answers.
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
