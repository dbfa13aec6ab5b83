// How many turns a unit needs at least to come home, by the holes that it still waits for.
#pragma once

#include <algorithm>

#include "rules/sternhalma/places.hpp"

namespace crownstar::search::star {

// Holes of its goals that a unit still waits for.
template <int Side>
int open_holes(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position, int unit) {
  int open = 0;
  for (int set = 0; set < sternhalma::most_sets; ++set) {
    if (course.seating.is_of_unit(set, unit)) open += sternhalma::open_goal_holes(course, position, set);
  }
  return open;
}

// Whether a unit may be home after one more move.
template <int Side>
bool could_come_home(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position, int unit) {
  return open_holes(course, position, unit) <= 1;
}

// The same of the unit that a search is made for, or of any of its rivals.
template <int Side>
bool could_side_come_home(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position,
                          int own_unit, bool is_own) {
  for (int unit = 0; unit < course.seating.units; ++unit) {
    if ((unit == own_unit) == is_own && could_come_home(course, position, unit)) return true;
  }
  return false;
}

// Of two units: a turn fills one hole, and where it need not be filled by the unit itself, the rival's turn another.
template <int Side>
int fewest_turns_home(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position, int unit) {
  const int open = std::max(open_holes(course, position, unit), 1);
  return course.rules.win == sternhalma::Win::own ? open : (open + 1) / 2;
}

}  // namespace crownstar::search::star
