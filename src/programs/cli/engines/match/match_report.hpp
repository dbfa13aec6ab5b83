// What a match has found, as text and as JSON.
#pragma once

#include <string>

#include "engines/contest/arena.hpp"

namespace crownstar::cli {

// Of a match that goes on, on one line.
std::string match_line(const contest::ArenaTerms& terms, const contest::ArenaResult& result);

std::string match_text(const contest::ArenaTerms& terms, const contest::ArenaResult& result);
std::string match_json(const contest::ArenaTerms& terms, const contest::ArenaResult& result);

}  // namespace crownstar::cli
