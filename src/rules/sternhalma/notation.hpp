// How positions and moves of the star are written: `TURN:SET=HOLES:...` and `c5-e7-g7`. After the sets a position says
// who has left (`left=3,5`, CC-22) and who has come home in a round that is played out (`last=1`, CC-24).
// It does not know whether what is written can be or may be played.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/sternhalma/setup.hpp"

namespace crownstar::sternhalma {

// Sets and holes are read in any order and written in the canonical one.
Checked<Setup> read_setup(const Star& star, std::string_view text);
std::string write_setup(const Star& star, const Setup& setup);

// A path is from, every landing, to: two holes or more.
using Path = std::vector<int>;
Checked<Path> read_path(const Star& star, std::string_view text);
std::string write_path(const Star& star, std::span<const int> path);

}  // namespace crownstar::sternhalma
