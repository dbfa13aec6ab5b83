// The meaning of games that were stored before an option of their rules existed.
#pragma once

#include <string_view>
#include <vector>

#include "site/store/rows.hpp"

namespace crownstar::store {

// Chinese checkers of three and more players: before CC-22 the pieces of a player who left stayed on the board. The
// newest schema steps write that into the rows; this does it for rows that come from an older file or stream.
void keep_older_meaning(MatchHeader& header, std::vector<EventRow>& events);

}  // namespace crownstar::store
