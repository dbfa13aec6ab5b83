// The depth of a position, that is its value and distance in one number, from the depths of its successors.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase {

// 0 for a draw, otherwise one more than the half-moves to the end of the game; who wins is whether it is odd.
// Where no distances are kept the smallest number stands for all of a kind.
using Depth = std::uint16_t;

inline constexpr Depth drawn_depth = 0;
inline constexpr Depth ended_depth = 1;

template <class Variant>
inline constexpr bool wins_without_a_move = Variant::rules.ending == draughts::Ending::no_move_wins;

template <class Variant>
constexpr bool is_won(Depth depth) {
  return depth != drawn_depth && (depth % 2 == 1) == wins_without_a_move<Variant>;
}
template <class Variant>
constexpr bool is_lost(Depth depth) {
  return depth != drawn_depth && (depth % 2 == 1) != wins_without_a_move<Variant>;
}
template <class Variant>
constexpr Value value_of(Depth depth) {
  if (depth == drawn_depth) return Value::draw;
  return is_won<Variant>(depth) ? Value::win : Value::loss;
}
template <class Variant>
constexpr Depth depth_of(Value value) {
  if (value == Value::draw) return drawn_depth;
  return (value == Value::win) == wins_without_a_move<Variant> ? 1 : 2;
}
// The number of a won or lost position is twice this and one or two: what a file of distances holds.
constexpr Depth half_of(Depth depth) { return static_cast<Depth>((depth - 1) / 2); }
template <class Variant>
constexpr Depth depth_of(Value value, Depth half) {
  if (value == Value::draw) return drawn_depth;
  return static_cast<Depth>(depth_of<Variant>(value) + 2 * half);
}

// The depth of a position from those of its successors: the best for the side to move.
template <class Variant>
class BestSuccessor {
 public:
  // The depth of a successor, seen by the other side.
  void add(Depth depth) {
    if (depth == drawn_depth) {
      has_draw_ = true;
    } else if (is_lost<Variant>(depth)) {
      win_ = win_ == 0 ? next(depth) : std::min(win_, next(depth));
    } else {
      loss_ = std::max(loss_, next(depth));
    }
  }

  bool has_win() const { return win_ != 0; }
  // No move can win sooner; where no distances are kept every win is such a one.
  bool has_quickest_win() const { return win_ == next(depth_of<Variant>(Value::loss)); }
  bool has_draw() const { return has_draw_; }
  Depth depth() const {
    if (win_ != 0) return win_;
    if (has_draw_) return drawn_depth;
    return loss_ != 0 ? loss_ : ended_depth;
  }

 private:
  static Depth next(Depth depth) { return static_cast<Depth>(depth + 1); }

  Depth win_ = 0;
  Depth loss_ = 0;
  bool has_draw_ = false;
};

template <class Variant, class TableKind>
Depth resolve_captures(const draughts::Position<Variant>& position, const TableKind& stored);

// The depth of a position, from those of all its successors.
template <class Variant, class TableKind>
Depth depth_of_moves(const draughts::Position<Variant>& position, const TableKind& stored) {
  using draughts::Side;
  draughts::MoveList<Variant> list;
  draughts::generate(position, list);
  BestSuccessor<Variant> choice;
  for (const auto& move : list) {
    choice.add(resolve_captures<Variant>(turned(draughts::after<Variant, Side::white>(position, move)), stored));
    if (choice.has_quickest_win()) break;
  }
  return choice.depth();
}

// The depth of a position seen by its mover, captures played out. `stored(position)` gives that of a position without
// captures.
template <class Variant, class TableKind>
Depth resolve_captures(const draughts::Position<Variant>& position, const TableKind& stored) {
  using draughts::Side;
  if constexpr (Variant::rules.ending == draughts::Ending::first_king_wins) {
    if (position.kings_of(Side::black) != 0) return ended_depth;
    if (position.kings_of(Side::white) != 0) return static_cast<Depth>(ended_depth + 1);
  }
  return draughts::can_capture<Variant, Side::white>(position) ? depth_of_moves<Variant>(position, stored)
                                                               : stored(position);
}

}  // namespace crownstar::tablebase
