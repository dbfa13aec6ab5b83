// How the holes of a star lie in machine words, so that a hop in one direction is one shift of a whole lane.
// It does not know pieces, rules and hops over anything but one hole.
//
// A hop over an adjacent piece moves two rows, or two columns, or both: it keeps the parity of row and column. So the
// board falls into four classes that a standard hop never leaves. Each class is a smaller slanted lattice and gets one
// lane of 64 bits (128 on the bigger boards), in which its rows follow each other at a fixed stride. The three kinds of
// hop then are shifts by 1, stride and stride + 1, and gaps between the rows catch what would run over an edge.
#pragma once

#include <cstdint>
#include <type_traits>

#include "rules/board/points.hpp"
#include "rules/board/star.hpp"
#include "rules/board/table.hpp"
#include "rules/sternhalma/options/seating.hpp"

namespace crownstar::sternhalma {

__extension__ using WideLane = unsigned __int128;

using board::StarPlace;

inline constexpr int lanes = 4;
inline constexpr int axes = 3;  // along a row, up and to the left, up and to the right
inline constexpr Table<StarPlace, axes> axis_steps{{{0, 1}, {1, 0}, {1, 1}}};

template <int Side>
struct Lattice {
  static constexpr const Star& star = board::star<Side>;
  static constexpr int words_a_lane = Side == 4 ? 1 : 2;
  using Lane = std::conditional_t<Side == 4, std::uint64_t, WideLane>;
  using Slots = board::Points<lanes * words_a_lane>;  // a set of holes, by slot: a bit of a lane

  static constexpr int lane_bits = 64 * words_a_lane;
  static constexpr int slots = lanes * lane_bits;
  static constexpr int stride = (3 * Side + 2) / 2;
  static constexpr Table<int, axes> shift{{1, stride, stride + 1}};

  static constexpr int lane_of(StarPlace where) { return 2 * (where.row & 1) + (where.column & 1); }
  static constexpr int bit_of(StarPlace where) {
    return (where.row >> 1) * stride + (where.column >> 1) - ((Side + 1) >> 1);
  }
  // The hole one step up an axis from a hole of a lane lies in the lane `lane ^ over_lane[axis]`, so many bits higher.
  static constexpr Table<int, axes> over_lane{{1, 2, 3}};
  static constexpr int over_shift(int lane, int axis) {
    const StarPlace step = axis_steps[axis];
    return (lane >> 1 & step.row) * stride + (lane & step.column);
  }
  static constexpr int slot_at(StarPlace where) { return lane_of(where) * lane_bits + bit_of(where); }

  static constexpr Lane lane(const Slots& points, int which) {
    if constexpr (words_a_lane == 1) {
      return points.words[which];
    } else {
      return static_cast<Lane>(points.words[2 * which]) | static_cast<Lane>(points.words[2 * which + 1]) << 64;
    }
  }
  static constexpr void set_lane(Slots& points, int which, Lane value) {
    if constexpr (words_a_lane == 1) {
      points.words[which] = value;
    } else {
      points.words[2 * which] = static_cast<std::uint64_t>(value);
      points.words[2 * which + 1] = static_cast<std::uint64_t>(value >> 64);
    }
  }
};

// Between the plain numbers of holes and the kernel's slots, and what each slot touches.
template <int Side>
struct LatticeTables {
  using Grid = Lattice<Side>;
  using Slots = typename Grid::Slots;

  Table<std::uint16_t, Grid::star.holes()> slot_of_hole{};
  Table<std::int16_t, Grid::slots> hole_of_slot{};  // Star::none for a gap
  Slots board{};
  Table<Slots, Grid::slots> neighbours{};

  constexpr LatticeTables() {
    for (std::int16_t& hole : hole_of_slot) hole = Star::none;
    for (int hole = 0; hole < Grid::star.holes(); ++hole) {
      const int slot = Grid::slot_at(Grid::star.place(hole));
      slot_of_hole[hole] = static_cast<std::uint16_t>(slot);
      hole_of_slot[slot] = static_cast<std::int16_t>(hole);
      board.insert(slot);
    }
    for (int hole = 0; hole < Grid::star.holes(); ++hole) {
      for (int direction = 0; direction < board::star_directions; ++direction) {
        const int next = Grid::star.neighbour(hole, direction);
        if (next != Star::none) neighbours[slot_of_hole[hole]].insert(slot_of_hole[next]);
      }
    }
  }

  constexpr Slots slots_of(const Holes& holes) const {
    Slots result{};
    holes.for_each([&](int hole) { result.insert(slot_of_hole[hole]); });
    return result;
  }
  constexpr Holes holes_of(const Slots& points) const {
    Holes result{};
    points.for_each([&](int slot) { result.insert(hole_of_slot[slot]); });
    return result;
  }
};

template <int Side>
inline constexpr LatticeTables<Side> lattice{};

// Whether shifting a lane means exactly what it should: where it runs over an edge of the board it meets a gap.
template <int Side>
constexpr bool shifts_are_exact() {
  using Grid = Lattice<Side>;
  const auto& tables = lattice<Side>;
  for (int hole = 0; hole < Grid::star.holes(); ++hole) {
    const StarPlace from = Grid::star.place(hole);
    const int lane = Grid::lane_of(from);
    const int bit = Grid::bit_of(from);
    for (int axis = 0; axis < axes; ++axis) {
      for (const int sign : {1, -1}) {
        const StarPlace step = axis_steps[axis];
        const int beyond = Grid::star.hole_at({from.row + 2 * sign * step.row, from.column + 2 * sign * step.column});
        const int target = bit + sign * Grid::shift[axis];
        const bool is_in_lane = target >= 0 && target < Grid::lane_bits;
        const int found = is_in_lane ? tables.hole_of_slot[lane * Grid::lane_bits + target] : Star::none;
        if (found != beyond) return false;
        if (beyond == Star::none || sign < 0) continue;
        const int over = Grid::star.hole_at({from.row + step.row, from.column + step.column});
        const int over_slot = (lane ^ Grid::over_lane[axis]) * Grid::lane_bits + bit + Grid::over_shift(lane, axis);
        if (tables.slot_of_hole[over] != over_slot) return false;
      }
    }
  }
  return true;
}
static_assert(shifts_are_exact<4>() && shifts_are_exact<5>() && shifts_are_exact<6>());

}  // namespace crownstar::sternhalma
