// Knows when the middle of a star is so full that nobody can move on: six sets have as many pieces as the middle has
// holes, and on the large boards a crowd in it dissolves no more where a hop passes one piece only. Who still has
// pieces in a start waits then, unless the opposite set has fewer left in its own: that one needs the room. On the
// small board a crowd dissolves, and who waits comes home later than the others.
// Refuses to know what a move is worth otherwise.
#pragma once

#include "rules/sternhalma/turn.hpp"

namespace crownstar::search {

template <int Side>
class StarCrowd {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  // Where more than so many of 100 holes of the middle are taken.
  StarCrowd(const Course& course, int most, const Position& position) : course_(course), position_(position) {
    if (!can_be(course)) return;
    auto middle = sternhalma::lattice<Side>.board;
    typename sternhalma::Lattice<Side>::Slots moving{};
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      middle = middle.without(course.start[set]);
      if (position.is_playing(course.seating.seat_of_set[set])) moving |= position.sets[set];
    }
    middle = middle.without(position.occupied().without(moving));  // who plays no more stands there for ever
    is_full_ = (middle & moving).count() * 100 > middle.count() * most;
  }

  // In hundredths of a turn.
  int penalty(int set, sternhalma::Move move) const {
    if (!is_full_) return 0;
    const bool leaves = course_.start[set].contains(move.from) && !course_.start[set].contains(move.to);
    const bool is_behind = left(sternhalma::opposite_set(set)) < left(set);
    return leaves && !is_behind ? joins : 0;
  }

 private:
  static constexpr int joins = 1000;
  static constexpr int late = 150;  // turns of one's own; by then the starts are empty

  // Where all must have left their starts before that, nobody can wait (CC-20).
  static bool can_be(const Course& course) {
    int sets = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) sets += course.seating.has_set(set) ? 1 : 0;
    const bool may_wait = course.rules.evacuate == 0 || course.rules.evacuate > late;
    return Side > 4 && course.rules.hop == sternhalma::Hop::standard && sets == sternhalma::most_sets && may_wait;
  }

  // Its pieces still in the start.
  int left(int set) const { return (position_.sets[set] & course_.start[set]).count(); }

  const Course& course_;
  const Position& position_;
  bool is_full_ = false;
};

}  // namespace crownstar::search
