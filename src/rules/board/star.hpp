// The six-pointed star of each size as a graph built from coordinates: holes, neighbours, points and labels.
// It does not know pieces, moves, and how a kernel lays the holes out in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "rules/board/table.hpp"

namespace crownstar::board {

// Rows go up from 0. Columns slant: up and to the left keeps the column, up and to the right adds one.
struct StarPlace {
  int row = 0;
  int column = 0;

  constexpr bool operator==(const StarPlace&) const = default;
};

inline constexpr int star_directions = 6;
inline constexpr int star_points = 6;

// Clockwise from up and to the left; the opposite direction is three further on.
inline constexpr Table<StarPlace, star_directions> star_steps{{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}};

// A star whose points have sides of 4, 5 or 6 holes (CC-1). Holes are numbered from 0 in reading order: row by row
// from the single hole of the bottom point, left to right.
class Star {
 public:
  static constexpr int most_holes = 253;
  static constexpr int most_rows = 25;
  static constexpr int none = -1;

  constexpr explicit Star(int side) : side_(side) {
    for (int row = 0; row < rows(); ++row) {
      row_begin_[row] = static_cast<std::int16_t>(holes_);
      for (int column = 1; column <= columns(); ++column) add_if_on_board({row, column});
    }
    row_begin_[rows()] = static_cast<std::int16_t>(holes_);
    for (int hole = 0; hole < holes_; ++hole) {
      for (int direction = 0; direction < star_directions; ++direction) {
        neighbours_[hole][direction] = static_cast<std::int16_t>(hole_at(moved(place(hole), direction, 1)));
      }
    }
  }

  constexpr int side() const { return side_; }
  constexpr int holes() const { return holes_; }
  constexpr int rows() const { return 4 * side_ + 1; }
  constexpr int columns() const { return 4 * side_ + 1; }

  constexpr StarPlace place(int hole) const { return {rows_[hole], columns_[hole]}; }
  // The point of the star (1 to 6, clockwise from the bottom) in which a hole lies; 0 for the hexagon.
  constexpr int point(int hole) const { return points_[hole]; }
  constexpr int neighbour(int hole, int direction) const { return neighbours_[hole][direction]; }

  constexpr int hole_at(StarPlace where) const {
    if (where.row < 0 || where.row >= rows()) return none;
    const int begin = row_begin_[where.row];
    const int hole = begin + where.column - columns_[begin];
    return hole >= begin && hole < row_begin_[where.row + 1] ? hole : none;
  }
  constexpr int first_in_row(int row) const { return row_begin_[row]; }
  constexpr int last_in_row(int row) const { return row_begin_[row + 1] - 1; }

  // How far a hole lies from the centre towards a point; more than side() only inside that point.
  constexpr int depth(int hole, int point) const { return depth(place(hole), point); }

  // The hole on which another lands when the board is turned by one point, clockwise.
  constexpr int turned(int hole) const {
    const StarPlace from_centre = centred(place(hole));
    return hole_at({from_centre.row - from_centre.column + 2 * side_, from_centre.row + 2 * side_ + 1});
  }
  // The hole on which another lands when left and right are swapped.
  constexpr int mirrored(int hole) const {
    const StarPlace from_centre = centred(place(hole));
    return hole_at({from_centre.row + 2 * side_, from_centre.row - from_centre.column + 2 * side_ + 1});
  }

  static constexpr StarPlace moved(StarPlace where, int direction, int steps) {
    const StarPlace step = star_steps[direction];
    return {where.row + steps * step.row, where.column + steps * step.column};
  }
  static constexpr int opposite_point(int point) { return (point + 2) % star_points + 1; }

 private:
  constexpr StarPlace centred(StarPlace where) const { return {where.row - 2 * side_, where.column - 2 * side_ - 1}; }

  constexpr int depth(StarPlace where, int point) const {
    const StarPlace at = centred(where);
    switch (point) {
      case 1:
        return -at.row;
      case 2:
        return -at.column;
      case 3:
        return at.row - at.column;
      case 4:
        return at.row;
      case 5:
        return at.column;
      default:
        return at.column - at.row;
    }
  }

  // The star is two overlapping triangles: one points up (1, 3 and 5 bound it), the other down.
  constexpr void add_if_on_board(StarPlace where) {
    bool is_in_one = true;
    bool is_in_other = true;
    int tip = 0;
    for (int point = 1; point <= star_points; ++point) {
      if (depth(where, point) <= side_) continue;
      tip = point;
      (point % 2 == 1 ? is_in_one : is_in_other) = false;
    }
    if (!is_in_one && !is_in_other) return;
    rows_[holes_] = static_cast<std::uint8_t>(where.row);
    columns_[holes_] = static_cast<std::uint8_t>(where.column);
    points_[holes_] = static_cast<std::uint8_t>(tip);
    ++holes_;
  }

  int side_;
  int holes_ = 0;
  Table<std::uint8_t, most_holes> rows_{};
  Table<std::uint8_t, most_holes> columns_{};
  Table<std::uint8_t, most_holes> points_{};
  Table<std::int16_t, most_rows + 1> row_begin_{};
  Table<Table<std::int16_t, star_directions>, most_holes> neighbours_{};
};

template <int Side>
inline constexpr Star star{Side};

static_assert(star<4>.holes() == 121 && star<5>.holes() == 181 && star<6>.holes() == 253, "CC-1");

// The star with so many holes; null where there is none.
const Star* star_with(int holes);

// `i9`: the row's letter and the column's number.
std::string hole_label(const Star& star, int hole);
// Reads a label; a refusal says what the row or the board has.
base::Checked<int> read_hole(const Star& star, std::string_view label);

}  // namespace crownstar::board
