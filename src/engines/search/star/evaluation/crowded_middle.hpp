// When the middle of a star is so full that six sets would block each other, and which moves should wait then.
//
// Six sets have as many pieces as the middle has holes. On the large boards such a crowd does not dissolve where a hop
// passes one piece only. So seats keep pieces in their starts, unless the opposite set has fewer left and needs the
// room. On the small board a crowd dissolves by itself, and a seat that waits comes home late.
#pragma once

#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

template <int Side>
class CrowdedMiddle {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  // The middle is full where more than `most` of 100 holes are taken.
  CrowdedMiddle(const Course& course, int most, const Position& position) : course_(course), position_(position) {
    if (!can_be(course)) return;
    auto middle = sternhalma::lattice<Side>.board;
    typename sternhalma::Lattice<Side>::Slots moving{};
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      middle = middle.without(course.start[set]);
      if (position.is_playing(course.seating.seat_of_set[set])) moving |= position.sets[set];
    }
    middle = middle.without(position.occupied().without(moving));  // pieces of seats that play no more never move
    is_full_ = (middle & moving).count() * 100 > middle.count() * most;
  }

  // In hundredths of a turn.
  int penalty(int set, sternhalma::Move move) const {
    if (!is_full_) return 0;
    const bool leaves = course_.start[set].contains(move.from) && !course_.start[set].contains(move.to);
    const bool is_behind = left(sternhalma::opposite_set(set)) < left(set);
    return leaves && !is_behind ? tuned::crowding_penalty : 0;
  }

 private:
  // Where all must have left their starts before that, nobody can wait (CC-20).
  static bool can_be(const Course& course) {
    int sets = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) sets += course.seating.has_set(set) ? 1 : 0;
    const bool may_wait = course.rules.evacuate == 0 || course.rules.evacuate > tuned::latest_evacuation;
    return Side > 4 && course.rules.hop == sternhalma::Hop::standard && sets == sternhalma::most_sets && may_wait;
  }

  // Its pieces still in the start.
  int left(int set) const { return (position_.sets[set] & course_.start[set]).count(); }

  const Course& course_;
  const Position& position_;
  bool is_full_ = false;
};

}  // namespace crownstar::search::star
