// Who plays which sets from which points, in what order, and who wins together (CC-4 to CC-7, CC-23).
// It does not know where the pieces are now.
#pragma once

#include <cstdint>

#include "rules/board/points.hpp"
#include "rules/board/star.hpp"
#include "rules/board/table.hpp"
#include "rules/sternhalma/options/rules.hpp"

namespace crownstar::sternhalma {

using board::Star;
using board::Table;

inline constexpr int most_sets = 6;
inline constexpr int most_seats = 6;
inline constexpr int nobody = -1;

// Sets are counted from 0 here; set s starts in the point s + 1, which is also its name for people.
// Seats are counted from 0 in the order of turns, clockwise from the bottom (CC-7). A unit is what takes a place:
// a team, or a player where there are no teams.
struct Seating {
  int seats = 0;
  int sets_each = 0;
  int units = 0;
  Table<Table<std::int8_t, 3>, most_seats> sets{};  // by seat, ascending
  Table<std::int8_t, most_sets> seat_of_set{};      // `nobody` for a point that is not used
  Table<std::int8_t, most_seats> unit_of_seat{};
  Table<std::uint8_t, most_seats> seats_of_unit{};  // as a mask

  constexpr bool has_set(int set) const { return seat_of_set[set] != nobody; }
  constexpr bool is_of_unit(int set, int unit) const { return has_set(set) && unit_of_seat[seat_of_set[set]] == unit; }
  constexpr int first_set(int seat) const { return sets[seat][0]; }
};

constexpr int opposite_set(int set) { return (set + 3) % most_sets; }
constexpr int point_of_set(int set) { return set + 1; }

constexpr Seating seating(const Rules& rules) {
  Seating result;
  result.seats = rules.players;
  result.sets_each = rules.sets;
  const bool is_teamed = rules.teams == Teams::opposite;
  result.units = is_teamed ? rules.players / 2 : rules.players;
  for (std::int8_t& seat : result.seat_of_set) seat = nobody;

  // One set: 2 play at 1 and 4, 3 at every other point, 4 leave two opposite points unused, 5 the last one (CC-23).
  constexpr Table<std::int8_t, most_seats> two{{0, 3, 0, 0, 0, 0}};
  constexpr Table<std::int8_t, most_seats> four{{0, 1, 3, 4, 0, 0}};
  for (int seat = 0; seat < rules.players; ++seat) {
    int first = seat;
    if (rules.sets == 1 && rules.players == 2) first = two[seat];
    if (rules.sets == 1 && rules.players == 3) first = 2 * seat;
    if (rules.sets == 1 && rules.players == 4) first = four[seat];
    // Two sets are twins at opposite points; three are at alternate points (CC-5).
    const int apart = rules.sets == 2 ? 3 : 2;
    for (int nth = 0; nth < rules.sets; ++nth) {
      const int set = first + nth * apart;
      result.sets[seat][nth] = static_cast<std::int8_t>(set);
      result.seat_of_set[set] = static_cast<std::int8_t>(seat);
    }
    const int unit = is_teamed ? seat % result.units : seat;
    result.unit_of_seat[seat] = static_cast<std::int8_t>(unit);
    result.seats_of_unit[unit] = static_cast<std::uint8_t>(result.seats_of_unit[unit] | (1U << seat));
  }
  return result;
}

// Holes as a set, by their number in reading order: the plain form, in which nothing is fast.
using Holes = board::Points<4>;

// The holes that a set of so many pieces starts in; the goal of a set is the start of the opposite one.
// Fifteen pieces on the board of 121 fill the point and the row in front of it (CC-3).
constexpr Holes start_of(const Star& star, int set, int pieces) {
  const int point = point_of_set(set);
  const bool has_row_in_front = pieces > star.side() * (star.side() + 1) / 2;
  Holes holes{};
  for (int hole = 0; hole < star.holes(); ++hole) {
    const bool is_in_front = star.point(hole) == 0 && star.depth(hole, point) == star.side();
    if (star.point(hole) == point || (has_row_in_front && is_in_front)) holes.insert(hole);
  }
  return holes;
}

// The holes that the pieces of a set stand in at the beginning (CC-25): the handicap is taken from the back of its
// start, row by row and in a row from the left as its player sees it.
constexpr Holes first_holes(const Star& star, const Rules& rules, int set) {
  Holes holes = start_of(star, set, rules.pieces);
  const Holes lowest = start_of(star, 0, rules.pieces);
  int fewer = handicap_of(rules, set);
  for (int back = 0; back < star.holes() && fewer > 0; ++back) {
    if (!lowest.contains(back)) continue;
    int hole = back;
    for (int turn = 0; turn < set; ++turn) hole = star.turned(hole);
    holes.erase(hole);
    --fewer;
  }
  return holes;
}

// What a set must fill to be home (CC-17): all of `all`, and so many holes of `row` besides. They are the far holes of
// its goal, as many as the set has pieces (CC-25).
struct GoalHoles {
  Holes all{};
  Holes row{};
  int in_row = 0;
};
constexpr GoalHoles goal_to_fill(const Star& star, const Rules& rules, int set) {
  const Holes goal = start_of(star, opposite_set(set), rules.pieces);
  if (handicap_of(rules, set) == 0) return {goal, {}, 0};
  GoalHoles result;
  int missing = pieces_of(rules, set);
  for (int depth = 2 * star.side(); missing > 0; --depth) {
    Holes row{};
    for (int hole = 0; hole < star.holes(); ++hole) {
      const bool is_in_row = star.depth(hole, point_of_set(opposite_set(set))) == depth;
      if (goal.contains(hole) && is_in_row) row.insert(hole);
    }
    if (row.count() > missing) {
      result.row = row;
      result.in_row = missing;
      break;
    }
    result.all |= row;
    missing -= row.count();
  }
  return result;
}

// Where a move of the set may end (CC-14).
constexpr Holes rest_of(const Star& star, int set, Rest rest) {
  Holes holes{};
  for (int hole = 0; hole < star.holes(); ++hole) {
    const int point = star.point(hole);
    const bool is_own = point == 0 || point == point_of_set(set) || point == point_of_set(opposite_set(set));
    if (is_own || rest == Rest::anywhere) holes.insert(hole);
  }
  return holes;
}

}  // namespace crownstar::sternhalma
