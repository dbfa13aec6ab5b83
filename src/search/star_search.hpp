// Knows how a seat of a star is played: each move by how far the seat's pieces have to go after it.
// Refuses to know draughts, and how the other seats think.
#pragma once

#include "search/findings.hpp"

namespace crownstar::search {

Checked<Findings> search_star(const Task& task);

}  // namespace crownstar::search
