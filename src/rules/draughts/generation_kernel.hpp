// How the moves of a position are generated. It does not know the variants: each file that includes this compiles
// it for some, and everybody else only declares it (generation.hpp).
#pragma once

#include "rules/draughts/captures.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::draughts {

template <class Variant, Side Mover>
void generate_captures(const Position<Variant>& position, MoveList<Variant>& list, Counted as) {
  CaptureSearch<Variant, Mover>(position, list, as).run();
}

template <class Variant, Side Mover>
void generate_for(const Position<Variant>& position, MoveList<Variant>& list, Counted as) {
  if (can_capture<Variant, Mover>(position)) return generate_captures<Variant, Mover>(position, list, as);
  using Word = WordOf<Variant>;
  for_each_quiet_move<Variant, Mover>(position, [&] [[gnu::always_inline]] (Word from, Word to, auto is_king) {
    list.add({0, static_cast<std::uint8_t>(board::lowest_bit(from)), static_cast<std::uint8_t>(board::lowest_bit(to)),
              !is_king && (to & crown_row<Variant, Mover>) != 0});
  });
}

template <class Variant>
void generate(const Position<Variant>& position, MoveList<Variant>& list, Counted as) {
  if (is_ended_by_a_king(position)) return;
  if (position.turn == Side::white) {
    generate_for<Variant, Side::white>(position, list, as);
  } else {
    generate_for<Variant, Side::black>(position, list, as);
  }
}

}  // namespace crownstar::draughts
