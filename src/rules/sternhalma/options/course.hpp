// What one game's rules make of a board: for each set its start, its goal, what of it must be filled and where its
// moves may end, as slots. It does not know where anything stands now.
#pragma once

#include "rules/sternhalma/options/lattice.hpp"
#include "rules/sternhalma/options/rules.hpp"
#include "rules/sternhalma/options/seating.hpp"

namespace crownstar::sternhalma {

template <int Side>
struct Course {
  using Slots = typename Lattice<Side>::Slots;

  Rules rules;
  Seating seating;
  Table<Slots, most_sets> start{};
  Table<Slots, most_sets> goal{};
  Table<Slots, most_sets> rest{};
  Table<Slots, most_sets> to_fill{};      // the holes of the goal that bring the set home: all of these,
  Table<Slots, most_sets> row_to_fill{};  // and so many of these; none without a handicap (CC-25)
  Table<int, most_sets> in_row{};

  // The rules must have come through `check`.
  constexpr explicit Course(const Rules& checked) : rules(checked), seating(sternhalma::seating(checked)) {
    const Star& star = board::star<Side>;
    for (int set = 0; set < most_sets; ++set) {
      start[set] = lattice<Side>.slots_of(start_of(star, set, rules.pieces));
      goal[set] = lattice<Side>.slots_of(start_of(star, opposite_set(set), rules.pieces));
      rest[set] = lattice<Side>.slots_of(rest_of(star, set, rules.rest));
      if (!seating.has_set(set)) continue;
      const GoalHoles holes = goal_to_fill(star, rules, set);
      to_fill[set] = lattice<Side>.slots_of(holes.all);
      row_to_fill[set] = lattice<Side>.slots_of(holes.row);
      in_row[set] = holes.in_row;
    }
  }

  // Where a piece of the set may end a move that begins in `from` (CC-14, CC-18).
  constexpr Slots may_end(int set, int from) const {
    const bool is_held = rules.goal == Goal::closed && goal[set].contains(from);
    return is_held ? rest[set] & goal[set] : rest[set];
  }
};

}  // namespace crownstar::sternhalma
