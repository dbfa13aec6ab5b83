// The interface between an evaluation of draughts positions and the search: a state carried from move to move, a value.
#pragma once

#include <concepts>

#include "engines/search/draughts/evaluation/rules_namespace.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::search::draughts {

// Each thread that searches has one. Every ply keeps a State: a child's is made from its parent's, and may put off work
// until its value is asked for, since many positions are never evaluated. `position` always belongs to `state`.
template <class Evaluation, class Variant>
concept EvaluationOf =
    std::default_initializable<Evaluation> && std::default_initializable<typename Evaluation::State> &&
    requires(Evaluation& evaluation, typename Evaluation::State& state, const typename Evaluation::State& parent,
             const draughts::Position<Variant>& position, const draughts::Move<Variant>& move) {
      // At the root.
      evaluation.reset(state, position);
      // `state` after `move` from the first position, that of `parent`, to the second.
      evaluation.child(parent, state, position, move, position);
      // In hundredths of a man, from the view of the side to move; within ±`most_eval`.
      { evaluation.value(state, position) } -> std::same_as<int>;
    };

inline constexpr int most_eval = 20'000;

}  // namespace crownstar::search::draughts
