// By how many plies a late move is searched less deep, before its history is looked at.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engines/search/draughts/state/margins.hpp"

namespace crownstar::search::draughts {

// Worked out once for all searches: its logarithms take as long as a search of a hundred nodes.
class Reductions {
 public:
  explicit Reductions(const Margins& margins) {
    const double base = margins.reduction_base_percent / 100.0;
    const double divisor = margins.reduction_divisor_percent / 100.0;
    for (std::size_t depth = 1; depth < most; ++depth) {
      for (std::size_t number = 1; number < most; ++number) {
        plies_[depth][number] = static_cast<std::int8_t>(base + std::log(static_cast<double>(depth)) *
                                                                    std::log(static_cast<double>(number)) / divisor);
      }
    }
  }

  // For the move of this number in the order in which they are searched.
  int of(int depth, std::size_t number) const {
    return plies_[std::min(static_cast<std::size_t>(depth), most - 1)][std::min(number, most - 1)];
  }

 private:
  static constexpr std::size_t most = 64;

  std::array<std::array<std::int8_t, most>, most> plies_{};
};

}  // namespace crownstar::search::draughts
