// The start blockade where all holes must be one's own (CC-17): a piece that stays in its start while the rival has
// filled the rest of it holds up both for ever, and so does a rival that gives it no way out. Such a piece should
// leave, and a rival should let it out.
#pragma once

#include <algorithm>
#include <vector>

#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/tuned.hpp"

namespace crownstar::search::star {

template <int Side>
class StartBlockade {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;

 public:
  StartBlockade(const Course& course, const Evaluation<Side>& evaluation, const Position& position)
      : course_(course), evaluation_(evaluation), position_(position) {
    if (course.rules.win != sternhalma::Win::own) return;
    for (int nth = 0; nth < course.seating.sets_each; ++nth) {
      const int own = course.seating.sets[position.seat][nth];
      const int rival = sternhalma::opposite_set(own);
      if (!is_rival(rival)) continue;
      if (is_nearly_filled(rival) && has_way_out(position, own)) must_leave_.push_back(own);
      const bool is_holding = is_nearly_filled(own) && holds(position, rival);
      if (is_holding && !has_way_out(given_to(rival, position), rival)) must_let_out_.push_back(rival);
    }
  }

  // In hundredths of a turn, for a move of the seat to move.
  int penalty(int set, Move move) const {
    const auto leaves = [&](int own) { return own == set && leads_out(set, move); };
    int penalty = !must_leave_.empty() && std::ranges::none_of(must_leave_, leaves) ? tuned::stays_in_start_penalty : 0;
    for (const int rival : must_let_out_) {
      Position after = given_to(rival, position_);
      after.move(set, move);
      penalty += has_way_out(after, rival) ? 0 : tuned::shuts_in_penalty;
    }
    return penalty;
  }

 private:
  bool is_rival(int set) const {
    const auto& seating = course_.seating;
    return seating.has_set(set) && position_.is_playing(seating.seat_of_set[set]) &&
           !seating.is_of_unit(set, seating.unit_of_seat[position_.seat]);
  }
  bool is_nearly_filled(int set) const {
    return sternhalma::open_goal_holes(course_, position_, set) <= tuned::start_blockade_holes;
  }
  bool holds(const Position& position, int set) const { return !(position.sets[set] & course_.start[set]).is_empty(); }
  bool leads_out(int set, Move move) const {
    return course_.start[set].contains(move.from) && evaluation_.gain(set, move) > 0;
  }

  Position given_to(int set, Position position) const {
    position.give_turn(course_.seating.seat_of_set[set]);
    return position;
  }

  // Whether a set of the seat to move can leave its start.
  bool has_way_out(const Position& position, int set) const {
    if (!holds(position, set)) return false;
    sternhalma::LegalMoves<Side> moves;
    sternhalma::find_moves(course_, position, moves);
    return std::ranges::any_of(moves, [&](const auto& piece) {
      return piece.set == set &&
             piece.targets.any_of([&](int to) { return leads_out(set, {piece.from, static_cast<std::uint16_t>(to)}); });
    });
  }

  const Course& course_;
  const Evaluation<Side>& evaluation_;
  const Position& position_;
  std::vector<int> must_leave_;    // one's own sets
  std::vector<int> must_let_out_;  // rivals' sets
};

}  // namespace crownstar::search::star
