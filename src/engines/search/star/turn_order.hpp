// Whose turns a search looks at between two turns of its own side, by its model of the others.
#pragma once

#include <cstdint>

#include "engines/search/star/evaluation/tuned.hpp"
#include "rules/sternhalma/turn.hpp"

namespace crownstar::search::star {

// How the rivals are taken to move between two turns of one's own.
enum class OpponentModel : std::uint8_t {
  paranoid,    // every rival in turn, each against us
  best_reply,  // one rival only, the one whose move hurts us most
  alone,       // nobody
  predicted    // every rival in turn, each with the move that gains it most: no tree, see beam_search.hpp
};

template <int Side>
class TurnOrder {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  TurnOrder(const Course& course, OpponentModel model) : course_(course), model_(model) {}

  // Takes the side of the seat to move.
  void set_side(const Position& root) {
    own_seat_ = root.seat;
    own_unit_ = unit_of(own_seat_);
    rivals_ = 0;
    for (int seat = 0; seat < course_.seating.seats; ++seat) rivals_ += is_rival(root, seat) ? 1 : 0;
  }

  OpponentModel model() const { return model_; }
  int own_unit() const { return own_unit_; }
  bool is_ours(const Position& position) const { return unit_of(position.seat) == own_unit_; }

  // In hundredths of a turn: each rival's turn that comes before our own, shared among the rivals.
  int owed(const Position& position) const {
    if (rivals_ == 0 || is_ours(position)) return 0;
    if (model_ == OpponentModel::best_reply) return tuned::turn_value / rivals_;
    int turns = 0;
    for (int seat = position.seat; unit_of(seat) != own_unit_; seat = (seat + 1) % course_.seating.seats) {
      turns += position.is_playing(seat) ? 1 : 0;
    }
    return turns * tuned::turn_value / rivals_;
  }

  // Calls `visit(seat)` for each seat that may make the next move.
  template <typename Visitor>
  void for_movers(const Position& position, Visitor&& visit) const {
    if (model_ != OpponentModel::best_reply || is_ours(position)) return visit(position.seat);
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (is_rival(position, seat)) visit(seat);
    }
  }

  void pass_on(Position& position) const {
    switch (model_) {
      case OpponentModel::paranoid:
      case OpponentModel::predicted:
        return sternhalma::pass_turn_on(course_, position);
      case OpponentModel::alone:
        return position.give_turn(own_seat_);
      case OpponentModel::best_reply:
        if (!is_ours(position)) return position.give_turn(own_seat_);
        do {
          sternhalma::pass_turn_on(course_, position);
        } while (is_ours(position) && position.seat != own_seat_);
    }
  }

 private:
  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }
  bool is_rival(const Position& position, int seat) const {
    return position.is_playing(seat) && unit_of(seat) != own_unit_;
  }

  const Course& course_;
  const OpponentModel model_;
  int own_seat_ = 0;
  int own_unit_ = 0;
  int rivals_ = 0;
};

}  // namespace crownstar::search::star
