// Knows a fixed search over fixed positions of several games, whose nodes tell one version of the search from another.
// Refuses to know how they are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/search/request.hpp"

namespace crownstar::search {

struct SignaturePart {
  std::string game;
  std::uint64_t nodes = 0;
  Milliseconds time{};
};

struct Signature {
  std::vector<SignaturePart> parts;  // a game each
  std::uint64_t nodes = 0;
  Milliseconds time{};
};

// Refused only where a game cannot be searched at all.
Checked<Signature> measure_signature();

}  // namespace crownstar::search
