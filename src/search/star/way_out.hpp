// Knows who makes way for whom where all holes must be one's own (CC-17): a piece that stays in its start while the
// rival has filled the rest of it holds up both for ever, and so does a rival that gives it no way out. What is nearly
// filled is left as soon as that is possible, and who is shut in there is let out.
// Refuses to know what a move is worth otherwise.
#pragma once

#include <algorithm>

#include "search/star/outlook.hpp"

namespace crownstar::search {

template <int Side>
class StarWayOut {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;

 public:
  StarWayOut(const Course& course, const StarOutlook<Side>& outlook, const Position& position)
      : course_(course), outlook_(outlook), position_(position) {
    own_ = course.seating.sets[position.seat][0];
    rival_ = sternhalma::opposite_set(own_);
    if (!can_be()) return;
    must_leave_ = is_nearly_filled(rival_) && has_way_out(position, own_);
    must_let_out_ = is_nearly_filled(own_) && holds(position, rival_) && !has_way_out(given_on(position), rival_);
  }

  bool matters() const { return must_leave_ || must_let_out_; }

  // In hundredths of a turn, for a move of the seat to move.
  int penalty(int set, Move move) const {
    int penalty = 0;
    if (must_leave_ && !leads_out(set, move)) penalty += stays;
    if (must_let_out_) {
      Position after = position_;
      after.move(set, move);
      if (!has_way_out(given_on(after), rival_)) penalty += lets_nobody_out;
    }
    return penalty;
  }

 private:
  // Where the opposite set is a rival's, of which each seat has one.
  bool can_be() const {
    const auto& seating = course_.seating;
    if (course_.rules.win != sternhalma::Win::own || seating.sets_each != 1 || !seating.has_set(rival_)) return false;
    return seating.unit_of_seat[position_.seat] != seating.unit_of_seat[seating.seat_of_set[rival_]] &&
           position_.is_playing(seating.seat_of_set[rival_]);
  }

  static constexpr int last_holes = 3;
  static constexpr int stays = 2000;
  static constexpr int lets_nobody_out = 500;

  bool is_nearly_filled(int set) const { return course_.goal[set].without(position_.sets[set]).count() <= last_holes; }
  bool holds(const Position& position, int set) const { return !(position.sets[set] & course_.start[set]).is_empty(); }
  bool leads_out(int set, Move move) const {
    return course_.start[set].contains(move.from) && outlook_.gain(set, move) > 0;
  }

  Position given_on(Position position) const {
    position.give_turn(course_.seating.seat_of_set[rival_]);
    return position;
  }

  // For whose turn it is.
  bool has_way_out(const Position& position, int set) const {
    if (!holds(position, set)) return false;
    sternhalma::LegalMoves<Side> moves;
    sternhalma::find_moves(course_, position, moves);
    return std::ranges::any_of(moves, [&](const auto& piece) {
      return piece.targets.any_of([&](int to) { return leads_out(set, {piece.from, static_cast<std::uint16_t>(to)}); });
    });
  }

  const Course& course_;
  const StarOutlook<Side>& outlook_;
  const Position& position_;
  int own_ = 0;
  int rival_ = 0;
  bool must_leave_ = false;
  bool must_let_out_ = false;
};

}  // namespace crownstar::search
