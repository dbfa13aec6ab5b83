// How a record is written as strict PDN 3.0: roster first, lines of 80 columns, a star alone at the end.
// It does not know whether its moves are legal; the record says so.
#pragma once

#include <string>

#include "rules/record/record.hpp"

namespace crownstar::game {

// Ends with a line feed; an empty line between two records is the caller's.
std::string write_record(const GameRecord& record);

}  // namespace crownstar::game
