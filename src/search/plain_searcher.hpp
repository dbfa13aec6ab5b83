// Knows how to play every game of the catalogue sensibly, by looking a few moves ahead with a plain judgement.
// Refuses to know openings, tables of endings and what was searched before.
#pragma once

#include <memory>

#include "search/searcher.hpp"

namespace crownstar::search {

std::unique_ptr<Searcher> make_plain_searcher();

}  // namespace crownstar::search
