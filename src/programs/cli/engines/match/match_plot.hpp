// The Elo of a match's engines against its games, as a picture (SVG).
#pragma once

#include <string>

#include "engines/contest/arena.hpp"

namespace crownstar::cli {

// Of two engines one line, by how much A is better, with the 95 % margin about it; of more a line each. Games of more
// than two sides have no Elo, and the picture no line.
std::string elo_plot(const contest::ArenaTerms& terms, const contest::ArenaResult& result);

}  // namespace crownstar::cli
