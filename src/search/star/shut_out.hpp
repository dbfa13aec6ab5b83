// Knows how a rival that has lost the race keeps two from being won where all holes must be one's own (CC-17): it goes
// back to where it started, and nobody can drive it out. What that costs is told of one's own side alone, not to have
// it done; nobody does it for its sake.
// Refuses to know how far ahead anybody looks.
#pragma once

#include "search/star/outlook.hpp"

namespace crownstar::search {

template <int Side>
class StarShutOut {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  StarShutOut(const Course& course, int cost)
      : course_(course),
        cost_(course.rules.win == sternhalma::Win::own && course.seating.seats == 2 && course.seating.sets_each == 1
                  ? cost
                  : 0) {}

  // Whose side is taken.
  void take(int seat) { set_ = course_.seating.sets[seat][0]; }

  bool can_be() const { return cost_ > 0; }

  // What the rival's pieces in the last holes cost, in hundredths of a turn.
  int cost(const Position& position) const {
    if (!can_be()) return 0;
    const auto open = open_holes(position);
    if (open.count() > last_holes) return 0;
    return cost_ * (open & position.sets[sternhalma::opposite_set(set_)]).count();
  }

  // Whether the rival's move ends in one of the last holes.
  bool is_done_by(const Position& position, int set, sternhalma::Move move) const {
    return can_be() && set != set_ && course_.goal[set_].contains(move.to) &&
           open_holes(position).count() <= last_holes;
  }

 private:
  static constexpr int last_holes = 4;

  auto open_holes(const Position& position) const { return course_.goal[set_].without(position.sets[set_]); }

  const Course& course_;
  const int cost_;
  int set_ = 0;
};

}  // namespace crownstar::search
