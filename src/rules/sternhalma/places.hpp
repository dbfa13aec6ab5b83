// Which sets are home, and which places are given and open (CC-15, CC-17, CC-22, CC-24, CC-25).
// It does not know moves and turns.
#pragma once

#include <bit>

#include "rules/sternhalma/options/course.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::sternhalma {

// CC-22: the pieces that stay on the board when their players have left.
template <int Side>
[[gnu::noinline]] typename Lattice<Side>::Slots idle_pieces(const Course<Side>& course,
                                                            const Position<Side>& position) {
  typename Lattice<Side>::Slots idle{};
  for (int set = 0; set < most_sets; ++set) {
    const int seat = course.seating.seat_of_set[set];
    if (seat != nobody && (position.left >> seat & 1) != 0) idle |= position.sets[set];
  }
  return idle;
}

// The pieces that fill the goal of a set: its own or anybody's (CC-17), but of nobody who has left (CC-22).
template <int Side>
typename Lattice<Side>::Slots filling_pieces(const Course<Side>& course, const Position<Side>& position, int set) {
  if (course.rules.win == Win::own) return position.sets[set];
  const auto occupied = position.occupied();
  return position.left == 0 ? occupied : occupied.without(idle_pieces(course, position));
}

// How many holes of its goal must still be filled to bring a set home.
template <int Side>
int open_goal_holes(const Course<Side>& course, const Position<Side>& position, int set) {
  const auto filling = filling_pieces(course, position, set);
  const int open = course.to_fill[set].without(filling).count();
  if (course.in_row[set] == 0) return open;
  const int open_in_row = course.in_row[set] - (course.row_to_fill[set] & filling).count();
  return open + (open_in_row > 0 ? open_in_row : 0);
}

// CC-17: whether a set has come home.
template <int Side>
bool is_home(const Course<Side>& course, const Position<Side>& position, int set) {
  const auto& own = position.sets[set];
  const auto& all = course.to_fill[set];
  const auto& row = course.row_to_fill[set];
  const auto is_filled = [&](const auto& filling) {
    return all.is_within(filling) &&
           (course.in_row[set] == 0 || (row & filling).count() >= course.in_row[set]);  // CC-25
  };
  if (course.rules.win == Win::own) return is_filled(own);
  if (!own.meets(all) && !own.meets(row)) return false;
  return !own.meets(course.start[set]) && is_filled(filling_pieces(course, position, set));
}

// CC-5, CC-6: a unit is home when all sets of all its seats are, at the same time.
template <int Side>
bool is_unit_home(const Course<Side>& course, const Position<Side>& position, int unit) {
  const Seating& seating = course.seating;
  for (int set = 0; set < most_sets; ++set) {
    if (seating.is_of_unit(set, unit) && !is_home(course, position, set)) return false;
  }
  return true;
}

// CC-20 asks for it: whether a piece of the seat is in the start of its set.
template <int Side>
bool has_piece_in_start(const Course<Side>& course, const Position<Side>& position, int seat) {
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[seat][nth];
    if (position.sets[set].meets(course.start[set])) return true;
  }
  return false;
}

template <int Side>
int units_playing(const Course<Side>& course, const Position<Side>& position) {
  int units = 0;
  for (int unit = 0; unit < course.seating.units; ++unit) {
    units += (course.seating.seats_of_unit[unit] & position.playing) != 0 ? 1 : 0;
  }
  return units;
}

// How many units have a place.
template <int Side>
int units_at(const Course<Side>& course, const Position<Side>& position, int place) {
  int units = 0;
  for (int unit = 0; unit < course.seating.units; ++unit) {
    units += position.places[std::countr_zero(course.seating.seats_of_unit[unit])] == place ? 1 : 0;
  }
  return units;
}

// Whether a place is given; who shares one takes those behind it too (CC-24).
template <int Side>
bool is_place_taken(const Course<Side>& course, const Position<Side>& position, int place) {
  for (int seat = 0; seat < course.seating.seats; ++seat) {
    if (position.places[seat] == place) return true;
  }
  if (course.rules.last_round == LastRound::no) return false;
  for (int better = place - 1; better > 0; --better) {
    if (better + units_at(course, position, better) > place) return true;
  }
  return false;
}

template <int Side>
int best_open_place(const Course<Side>& course, const Position<Side>& position) {
  int place = 1;
  while (is_place_taken(course, position, place)) ++place;
  return place;
}

template <int Side>
int last_open_place(const Course<Side>& course, const Position<Side>& position) {
  int place = course.seating.units;
  while (is_place_taken(course, position, place)) --place;
  return place;
}

// The seats (a mask) take a place and stop playing; their pieces stay where they are.
template <int Side>
void give_place(Position<Side>& position, int seats, int place) {
  for (int seat = 0; seat < most_seats; ++seat) {
    if ((seats >> seat & 1) != 0 && position.is_playing(seat)) position.places[seat] = static_cast<std::uint8_t>(place);
  }
  position.playing = static_cast<std::uint8_t>(position.playing & ~seats);
}

// A unit that has come home takes the best place that is open, or shares it with those who came home before in the same
// round (CC-24).
template <int Side>
void give_place_at_home(const Course<Side>& course, Position<Side>& position, int unit) {
  const int place = position.shared_place != 0 ? position.shared_place : best_open_place(course, position);
  give_place(position, course.seating.seats_of_unit[unit], place);
  if (course.rules.last_round == LastRound::yes) position.shared_place = static_cast<std::uint8_t>(place);
}

// CC-22: a unit leaves, and takes the last place that is open.
template <int Side>
void give_place_at_leaving(const Course<Side>& course, Position<Side>& position, int unit) {
  const int seats = course.seating.seats_of_unit[unit];
  give_place(position, seats, last_open_place(course, position));
  if (course.rules.players == 2) return;
  position.left = static_cast<std::uint8_t>(position.left | seats);
  if (!removes_leavers(course.rules)) return;
  for (int set = 0; set < most_sets; ++set) {
    if (course.seating.is_of_unit(set, unit)) position.remove(set);
  }
}

}  // namespace crownstar::sternhalma
