// The goal blockade where all holes must be one's own (CC-17): a rival that has lost the race goes back to where it
// started, and nobody can drive it out. Its cost counts for one's own side only, so that nobody blocks on purpose.
#pragma once

#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/tuned.hpp"

namespace crownstar::search::star {

template <int Side>
class GoalBlockade {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  GoalBlockade(const Course& course, int cost) : course_(course), cost_(is_possible(course) ? cost : 0) {}

  static bool is_possible(const Course& course) {
    return course.rules.win == sternhalma::Win::own && course.seating.seats == 2 && course.seating.sets_each == 1;
  }

  // Takes the side of the seat to move. Pieces that are in its goal already are expected to leave it.
  void set_side(const Position& position) {
    set_ = course_.seating.sets[position.seat][0];
    at_root_ = inside(position);
  }

  // How many were there at the root: the scores depend on it, and so must the keys.
  int pieces_at_root() const { return cost_ > 0 ? at_root_ : 0; }

  // The cost of the rival's pieces that came back into the last holes, in hundredths of a turn.
  int cost(const Position& position) const {
    if (cost_ == 0 || open_holes(position) > tuned::goal_blockade_holes) return 0;
    return cost_ * std::max(inside(position) - at_root_, 0);
  }

  // Whether the rival's move ends in one of the last holes.
  bool is_caused_by(const Position& position, int set, sternhalma::Move move) const {
    return cost_ > 0 && set != set_ && course_.goal[set_].contains(move.to) &&
           open_holes(position) <= tuned::goal_blockade_holes;
  }

 private:
  int inside(const Position& position) const {
    return (course_.goal[set_] & position.sets[sternhalma::opposite_set(set_)]).count();
  }

  int open_holes(const Position& position) const { return sternhalma::open_goal_holes(course_, position, set_); }

  const Course& course_;
  const int cost_;
  int set_ = 0;
  int at_root_ = 0;
};

}  // namespace crownstar::search::star
