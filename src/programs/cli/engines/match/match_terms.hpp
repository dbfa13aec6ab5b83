// What `match` is asked for, from the words of the command line.
#pragma once

#include <string>

#include "base/refusal.hpp"
#include "engines/contest/arena.hpp"
#include "programs/cli/engines/match/match.hpp"

namespace crownstar::cli {

base::Checked<contest::ArenaTerms> read_match_terms(const MatchRequest& request);

// All that decides which games are played, on one line. More games and other threads play the same ones.
std::string identity_of(const MatchRequest& request);

}  // namespace crownstar::cli
