// How a recorded game is written as one JSON object: tags, moves with their remarks, variations inside them.
// It does not know the rules and how PDN is read.
#pragma once

#include <string>

#include "rules/record/record.hpp"

namespace crownstar::base {

std::string record_json(const game::GameRecord& record);

}  // namespace crownstar::base
