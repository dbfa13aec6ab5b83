// The games of a match as PDN: who played, when, how it ended.
#pragma once

#include <string>

#include "engines/contest/arena.hpp"

namespace crownstar::cli {

// Its own name, else as it was written.
std::string engine_name(const contest::EngineSpec& spec);

// With an empty line behind it. `date` is today's, as PDN has it.
std::string written_game(const contest::PlayedGame& played, const contest::ArenaTerms& terms,
                         const contest::FinishedRound& round, int side_of_a, const std::string& date);

}  // namespace crownstar::cli
