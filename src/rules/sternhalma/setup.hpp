// An arrangement of pieces as anybody may type it, and the check that makes a trusted position of it.
// It does not know whether it can come up in a game: where pieces stand is not judged, only that they can stand there.
#pragma once

#include <vector>

#include "rules/sternhalma/options/course.hpp"
#include "rules/sternhalma/position.hpp"

namespace crownstar::sternhalma {

struct SetHoles {
  int set = 0;             // from 0
  std::vector<int> holes;  // numbers in reading order

  bool operator==(const SetHoles&) const = default;
};

struct Setup {
  int turn = 0;  // the first set of the player to move
  std::vector<SetHoles> sets;

  bool operator==(const Setup&) const = default;
};

Setup starting_setup(const Rules& rules);

// Every set of the game once, each with its number of pieces in as many holes of the board, and a turn that is one.
Checked<void> check_setup(const Rules& rules, const Setup& setup);

// A position with everybody playing; passes are not looked at here.
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
  return position;
}

// The other way: sets ascending, holes in reading order.
template <int Side>
Setup setup_of(const Course<Side>& course, const Position<Side>& position) {
  Setup setup;
  setup.turn = course.seating.first_set(position.seat);
  for (int set = 0; set < most_sets; ++set) {
    if (!course.seating.has_set(set)) continue;
    SetHoles& holes = setup.sets.emplace_back(SetHoles{set, {}});
    lattice<Side>.holes_of(position.sets[set]).for_each([&](int hole) { holes.holes.push_back(hole); });
  }
  return setup;
}

}  // namespace crownstar::sternhalma
