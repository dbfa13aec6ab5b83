// Knows when the middle of a star is so full that nobody can move on: six sets have as many pieces as the middle has
// holes, and on the large boards a crowd in it dissolves no more where a hop passes one piece only. Who still has
// pieces in a start waits then. On the small board it dissolves, and who waits comes home later than the others.
// Refuses to know what a move is worth otherwise.
#pragma once

#include "sternhalma/turn.hpp"

namespace crownstar::search {

template <int Side>
class StarCrowd {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  // Where more than so many of 100 holes of the middle are taken.
  StarCrowd(const Course& course, int most, const Position& position) : course_(course) {
    auto middle = sternhalma::lattice<Side>.board;
    int sets = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      middle = middle.without(course.start[set]);
      sets += course.seating.has_set(set) ? 1 : 0;
    }
    const bool can_be = Side > 4 && course.rules.hop == sternhalma::Hop::standard && sets == sternhalma::most_sets;
    is_full_ = can_be && (middle & position.occupied()).count() * 100 > middle.count() * most;
  }

  bool matters() const { return is_full_; }

  // In hundredths of a turn.
  int penalty(int set, sternhalma::Move move) const {
    const bool leaves = course_.start[set].contains(move.from) && !course_.start[set].contains(move.to);
    return is_full_ && leaves ? joins : 0;
  }

 private:
  static constexpr int joins = 1000;

  const Course& course_;
  bool is_full_ = false;
};

}  // namespace crownstar::search
