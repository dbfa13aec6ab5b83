// A move of the root and its penalty, as beam search and play-outs weigh it.
#pragma once

#include <cstdint>

#include "rules/sternhalma/position.hpp"

namespace crownstar::search::star {

struct RootMove {
  sternhalma::Move move;
  std::uint8_t set = 0;
  int penalty = 0;  // see RootSearch: for a repetition, a blockade, a crowd or an oversight
};

}  // namespace crownstar::search::star
