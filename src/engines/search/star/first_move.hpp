// Knows a seat's first move that is to be weighed by what comes of it.
// Refuses to know how.
#pragma once

#include <cstdint>

#include "rules/sternhalma/position.hpp"

namespace crownstar::search {

struct StarFirst {
  sternhalma::Move move;
  std::uint8_t set = 0;
  int penalty = 0;  // what standing as one has stood before costs
};

}  // namespace crownstar::search
