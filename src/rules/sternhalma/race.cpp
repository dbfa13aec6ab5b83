#include "rules/sternhalma/race.hpp"

#include <algorithm>
#include <limits>

namespace crownstar::sternhalma {

int RaceLedger::rounds_played(int playing) const {
  int rounds = std::numeric_limits<int>::max();
  for (int seat = 0; seat < most_seats; ++seat) {
    if ((playing >> seat & 1) != 0) rounds = std::min(rounds, turns_[seat]);
  }
  return rounds;
}

}  // namespace crownstar::sternhalma
