// How many turns a unit needs at least to come home, by the holes that it still waits for.
#pragma once

#include <algorithm>

#include "rules/sternhalma/turn.hpp"

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

// Whether the seat to move can bring its unit home at once.
template <int Side>
bool can_come_home(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position) {
  const int unit = course.seating.unit_of_seat[position.seat];
  if (!could_come_home(course, position, unit)) return false;
  sternhalma::LegalMoves<Side> moves;
  sternhalma::find_moves(course, position, moves);
  return std::ranges::any_of(moves, [&](const auto& piece) {
    return piece.targets.any_of([&](int to) {
      auto after = position;
      after.move(piece.set, {piece.from, static_cast<std::uint16_t>(to)});
      return sternhalma::is_unit_home(course, after, unit);
    });
  });
}

// CC-24, of two seats: whether the one that has just moved home shares its place with the other, who came home before
// it in this round or can do so in the turn that is left of it.
template <int Side>
bool shares_place(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& moved) {
  if (course.rules.last_round == sternhalma::LastRound::no || course.seating.seats != 2) return false;
  if (moved.seat != 0) return moved.shared_place != 0;
  auto rival = moved;
  rival.give_turn(1);
  return can_come_home(course, rival);
}

// CC-24, of two seats: whether the one that moves has the last turn of the game, since the other is home.
template <int Side>
bool is_last_turn(const sternhalma::Course<Side>& course, const sternhalma::Position<Side>& position) {
  return course.seating.seats == 2 && position.shared_place != 0;
}

}  // namespace crownstar::search::star
