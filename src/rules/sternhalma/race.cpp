#include "rules/sternhalma/race.hpp"

namespace crownstar::sternhalma {

bool RaceLedger::are_rounds_over(int playing) const {
  if (rules_.rounds == 0) return false;
  for (int seat = 0; seat < most_seats; ++seat) {
    if ((playing >> seat & 1) != 0 && turns_[seat] < rules_.rounds) return false;
  }
  return true;
}

}  // namespace crownstar::sternhalma
