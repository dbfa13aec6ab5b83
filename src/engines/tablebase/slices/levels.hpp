// Knows how the worth of a position follows from those of its successors, and how worth is written as one number.
// Refuses to know where the successors' numbers are kept: whoever keeps them is asked.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/view.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase {

// 0 for a draw, otherwise one more than the half-moves to the end of the game; who wins is whether it is odd.
// Where no distances are kept the smallest number stands for all of a kind.
using Level = std::uint16_t;

inline constexpr Level drawn_level = 0;
inline constexpr Level ended_level = 1;

template <class Variant>
inline constexpr bool wins_without_a_move = Variant::rules.ending == draughts::Ending::no_move_wins;

template <class Variant>
constexpr bool is_won(Level level) {
  return level != drawn_level && (level % 2 == 1) == wins_without_a_move<Variant>;
}
template <class Variant>
constexpr bool is_lost(Level level) {
  return level != drawn_level && (level % 2 == 1) != wins_without_a_move<Variant>;
}
template <class Variant>
constexpr Value value_of(Level level) {
  if (level == drawn_level) return Value::draw;
  return is_won<Variant>(level) ? Value::win : Value::loss;
}
template <class Variant>
constexpr Level level_of(Value value) {
  if (value == Value::draw) return drawn_level;
  return (value == Value::win) == wins_without_a_move<Variant> ? 1 : 2;
}
// The number of a won or lost position is twice this and one or two: what a file of distances holds.
constexpr Level half_of(Level level) { return static_cast<Level>((level - 1) / 2); }
template <class Variant>
constexpr Level level_of(Value value, Level half) {
  if (value == Value::draw) return drawn_level;
  return static_cast<Level>(level_of<Variant>(value) + 2 * half);
}

// The best of what has been added, for the side that chooses.
template <class Variant>
class Choice {
 public:
  // What a move leads to, as the other side sees it.
  void add(Level level) {
    if (level == drawn_level) {
      has_draw_ = true;
    } else if (is_lost<Variant>(level)) {
      win_ = win_ == 0 ? next(level) : std::min(win_, next(level));
    } else {
      loss_ = std::max(loss_, next(level));
    }
  }

  bool has_win() const { return win_ != 0; }
  bool has_draw() const { return has_draw_; }
  Level level() const {
    if (win_ != 0) return win_;
    if (has_draw_) return drawn_level;
    return loss_ != 0 ? loss_ : ended_level;
  }

 private:
  static Level next(Level level) { return static_cast<Level>(level + 1); }

  Level win_ = 0;
  Level loss_ = 0;
  bool has_draw_ = false;
};

template <class Variant, class Kept>
Level settle(const draughts::Position<Variant>& place, const Kept& kept);

// What the mover's moves lead to is worth, the best of it.
template <class Variant, class Kept>
Level level_of_moves(const draughts::Position<Variant>& place, const Kept& kept) {
  using draughts::Side;
  draughts::MoveList<Variant> list;
  draughts::generate(place, list);
  Choice<Variant> choice;
  for (const auto& move : list) {
    choice.add(settle<Variant>(turned(draughts::after<Variant, Side::white>(place, move)), kept));
  }
  return choice.level();
}

// The worth of a position seen by its mover. `kept(place)` gives that of a position without captures.
template <class Variant, class Kept>
Level settle(const draughts::Position<Variant>& place, const Kept& kept) {
  using draughts::Side;
  if constexpr (Variant::rules.ending == draughts::Ending::first_king_wins) {
    if (place.kings_of(Side::black) != 0) return ended_level;
    if (place.kings_of(Side::white) != 0) return static_cast<Level>(ended_level + 1);
  }
  return draughts::can_capture<Variant, Side::white>(place) ? level_of_moves<Variant>(place, kept) : kept(place);
}

}  // namespace crownstar::tablebase
