// An arrangement of pieces as anybody may type it, and the check that makes a trusted position of it.
// It does not know whether it can come up in a game: where pieces stand is not judged, only that they can stand there.
#pragma once

#include <vector>

#include "rules/sternhalma/options/course.hpp"
#include "rules/sternhalma/places.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::sternhalma {

struct SetHoles {
  int set = 0;             // from 0
  std::vector<int> holes;  // numbers in reading order

  bool operator==(const SetHoles&) const = default;
};

// Players are named by their first sets.
struct Setup {
  int turn = 0;  // of the player to move
  std::vector<SetHoles> sets;
  std::vector<int> left;  // CC-22: who has left, in that order
  std::vector<int> home;  // CC-24: who has come home in this round, which is played out

  bool operator==(const Setup&) const = default;
};

Setup starting_setup(const Rules& rules);

// Every set of the game once, each with its number of pieces in as many holes of the board, and a turn that is one. A
// set whose pieces were taken off the board is not there.
Checked<void> check_setup(const Rules& rules, const Setup& setup);

// A position with everybody playing but those who left or came home in this round; passes are not looked at here.
template <int Side>
Checked<Position<Side>> checked_position(const Course<Side>& course, const Setup& setup) {
  if (auto checked = check_setup(course.rules, setup); !checked) return std::unexpected(checked.error());
  Position<Side> position;
  position.seat = static_cast<std::uint8_t>(course.seating.seat_of_set[setup.turn]);
  position.playing = static_cast<std::uint8_t>((1U << course.seating.seats) - 1);
  position.placement = keys.turn[position.seat];
  for (const SetHoles& set : setup.sets) {
    for (const int hole : set.holes) position.put(set.set, lattice<Side>.slot_of_hole[hole]);
  }
  const Seating& seating = course.seating;
  for (const int set : setup.left) {
    const int seat = seating.seat_of_set[set];
    if (position.is_playing(seat)) give_place_at_leaving(course, position, seating.unit_of_seat[seat]);
  }
  for (const int set : setup.home) {
    const int seat = seating.seat_of_set[set];
    if (position.is_playing(seat)) give_place_at_home(course, position, seating.unit_of_seat[seat]);
  }
  return position;
}

// Who has left, by first sets: the first to leave has the last place (CC-22), and team mates leave together.
template <int Side>
std::vector<int> sets_left(const Course<Side>& course, const Position<Side>& position) {
  std::vector<int> sets;
  for (int place = most_seats; position.left != 0 && place > 0; --place) {
    for (int seat = 0; seat < course.seating.seats; ++seat) {
      const bool has_left = (position.left >> seat & 1) != 0;
      if (has_left && position.places[seat] == place) sets.push_back(course.seating.first_set(seat));
    }
  }
  return sets;
}

// The other way: sets ascending, holes in reading order.
template <int Side>
Setup setup_of(const Course<Side>& course, const Position<Side>& position) {
  Setup setup;
  setup.turn = course.seating.first_set(position.seat);
  for (int set = 0; set < most_sets; ++set) {
    if (!course.seating.has_set(set)) continue;
    if (position.sets[set].is_empty()) continue;  // CC-22
    SetHoles& holes = setup.sets.emplace_back(SetHoles{set, {}});
    lattice<Side>.holes_of(position.sets[set]).for_each([&](int hole) { holes.holes.push_back(hole); });
  }
  setup.left = sets_left(course, position);
  for (int seat = 0; position.shared_place != 0 && seat < course.seating.seats; ++seat) {
    if (position.places[seat] == position.shared_place) setup.home.push_back(course.seating.first_set(seat));
  }
  return setup;
}

}  // namespace crownstar::sternhalma
