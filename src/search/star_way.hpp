// Knows how far the pieces of a seat still have to go, as a cost that falls with every step that helps.
// Refuses to know moves and whose turn it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "sternhalma/turn.hpp"

namespace crownstar::search {

inline int steps_between(board::StarPlace from, board::StarPlace to) {
  const int rows = to.row - from.row;
  const int columns = to.column - from.column;
  const bool is_with_diagonal = (rows >= 0) == (columns >= 0);
  return is_with_diagonal ? std::max(std::abs(rows), std::abs(columns)) : std::abs(rows) + std::abs(columns);
}

// In hundredths of a step.
template <int Side>
class StarWay {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Grid = sternhalma::Lattice<Side>;

  static constexpr int step = 100;
  static constexpr int behind = 10;  // by which each step counts more the farther behind the piece is
  // For each step of a piece in its start: rivals who come home there shut in whoever stays.
  static constexpr int left_behind = 25;
  static constexpr int to_its_hole = 35;  // for each step to a hole of the goal that is still to be filled

 public:
  explicit StarWay(const Course& course) : course_(course) {
    const board::Star& star = board::star<Side>;
    for (int slot = 0; slot < Grid::slots; ++slot) {
      const int hole = sternhalma::lattice<Side>.hole_of_slot[slot];
      if (hole != board::Star::none) places_[static_cast<std::size_t>(slot)] = star.place(hole);
    }
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      const int point = sternhalma::point_of_set(sternhalma::opposite_set(set));
      int deepest = -1;
      course.goal[set].for_each([&](int slot) {
        const int depth = star.depth(sternhalma::lattice<Side>.hole_of_slot[slot], point);
        if (depth <= deepest) return;
        deepest = depth;
        tips_[static_cast<std::size_t>(set)] = place(slot);
      });
    }
  }

  board::StarPlace place(int slot) const { return places_[static_cast<std::size_t>(slot)]; }
  int steps(int from, int to) const { return steps_between(place(from), place(to)); }

  // Of all sets of a seat.
  int cost(const Position& position, int seat) const {
    int total = 0;
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      total += cost_of_set(position, course_.seating.sets[seat][nth]);
    }
    return total;
  }

 private:
  static constexpr std::size_t most_pieces = 21;

  // Along the axis of the goal; and near its end to the very holes that are open, since a piece on the wrong side of a
  // full goal is not helped by being close to its tip.
  int cost_of_set(const Position& position, int set) const {
    const auto& own = position.sets[set];
    const auto& goal = course_.goal[set];
    const board::StarPlace tip = tips_[static_cast<std::size_t>(set)];
    std::array<board::StarPlace, most_pieces> outside;
    std::size_t count = 0;
    int total = 0;
    own.for_each([&](int slot) {
      const int far = steps_between(place(slot), tip);
      total += far * step + far * far * behind;
      if (course_.start[set].contains(slot)) total += far * left_behind;
      if (!goal.contains(slot) && count < most_pieces) outside[count++] = place(slot);
    });
    const bool must_own = course_.rules.win == sternhalma::Win::own;
    const auto open = goal.without(must_own ? own : position.occupied());
    open.for_each([&](int slot) {
      if (count == 0) return;
      std::size_t nearest = 0;
      for (std::size_t each = 1; each < count; ++each) {
        if (steps_between(outside[each], place(slot)) < steps_between(outside[nearest], place(slot))) nearest = each;
      }
      total += steps_between(outside[nearest], place(slot)) * to_its_hole;
      outside[nearest] = outside[--count];
    });
    return total;
  }

  const Course& course_;
  std::array<board::StarPlace, Grid::slots> places_{};
  std::array<board::StarPlace, sternhalma::most_sets> tips_{};
};

}  // namespace crownstar::search
