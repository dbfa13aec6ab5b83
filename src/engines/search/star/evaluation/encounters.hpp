// Whether a seat still meets its rivals on its way home. Where it does not, its own way is searched alone
// (solo_race.hpp).
#pragma once

#include <algorithm>

#include "engines/search/star/evaluation/goal_blockade.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

// How far a slot lies on the way of a set.
template <int Side>
int way_done(int set, int slot) {
  const int point = sternhalma::point_of_set(sternhalma::opposite_set(set));
  return board::star<Side>.depth(sternhalma::lattice<Side>.hole_of_slot[slot], point);
}

// Whether a rival that still plays has a piece level with one of the hindmost of the seat to move or ahead of it, and
// not at home.
template <int Side>
bool meets_anybody(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position) {
  constexpr int beyond_every_row = 99;
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[position.seat][nth];
    int hindmost = beyond_every_row;
    position.sets[set].for_each([&](int slot) { hindmost = std::min(hindmost, way_done<Side>(set, slot)); });
    for (int other = 0; other < sternhalma::most_sets; ++other) {
      if (!course.seating.has_set(other) || other == set) continue;
      if (!position.is_playing(course.seating.seat_of_set[other])) continue;
      const auto abroad = position.sets[other].without(course.goal[other]);
      if (abroad.any_of([&](int slot) { return way_done<Side>(set, slot) >= hindmost; })) return true;
    }
  }
  return false;
}

// Whether a rival's piece stands so near that it could come back into the last holes and keep them.
template <int Side>
bool has_straggler_before_goal(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position) {
  if (!GoalBlockade<Side>::is_possible(course)) return false;
  const int set = course.seating.sets[position.seat][0];
  const auto& goal = course.goal[set];
  int front = way_done<Side>(set, goal.first());
  goal.for_each([&](int slot) { front = std::min(front, way_done<Side>(set, slot)); });
  const auto outside = position.sets[sternhalma::opposite_set(set)].without(goal);
  return outside.any_of([&](int slot) { return way_done<Side>(set, slot) >= front - tuned::straggler_steps; });
}

}  // namespace crownstar::search::star
