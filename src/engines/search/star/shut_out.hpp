// Knows how a rival that has lost the race keeps two from being won where all holes must be one's own (CC-17): it goes
// back to where it started, and nobody can drive it out. What that costs is told of one's own side alone, not to have
// it done; nobody does it for its sake.
// Refuses to know how far ahead anybody looks.
#pragma once

#include "engines/search/star/outlook.hpp"

namespace crownstar::search {

template <int Side>
class StarShutOut {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  StarShutOut(const Course& course, int cost) : course_(course), cost_(can_be(course) ? cost : 0) {}

  static bool can_be(const Course& course) {
    return course.rules.win == sternhalma::Win::own && course.seating.seats == 2 && course.seating.sets_each == 1;
  }

  // Whose side is taken, and in which position: who is there already hopes to get out.
  void take(const Position& position) {
    set_ = course_.seating.sets[position.seat][0];
    there_ = inside(position);
  }

  // How many are: what a position is worth depends on it.
  int there() const { return cost_ > 0 ? there_ : 0; }

  // What the rival's pieces that came back into the last holes cost, in hundredths of a turn.
  int cost(const Position& position) const {
    if (cost_ == 0 || open_holes(position).count() > last_holes) return 0;
    return cost_ * std::max(inside(position) - there_, 0);
  }

  // Whether the rival's move ends in one of the last holes.
  bool is_done_by(const Position& position, int set, sternhalma::Move move) const {
    return cost_ > 0 && set != set_ && course_.goal[set_].contains(move.to) &&
           open_holes(position).count() <= last_holes;
  }

 private:
  static constexpr int last_holes = 4;

  int inside(const Position& position) const {
    return (course_.goal[set_] & position.sets[sternhalma::opposite_set(set_)]).count();
  }

  auto open_holes(const Position& position) const { return course_.goal[set_].without(position.sets[set_]); }

  const Course& course_;
  const int cost_;
  int set_ = 0;
  int there_ = 0;
};

}  // namespace crownstar::search
