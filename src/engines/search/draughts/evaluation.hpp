// Knows what an evaluation of draughts positions offers to a search: a state carried along the moves, and a worth.
// Refuses to know how any of them judges (hand_made.hpp, and networks elsewhere) and which variant is judged by which
// (chosen_evaluation.hpp).
#pragma once

#include <concepts>

#include "rules/draughts/position.hpp"

namespace crownstar::search {

// One for each thread that searches. A State is kept for every ply: that of a child is made from its parent's, and may
// put off work until it is asked for a value, since many positions never are. `position` is always the one of `state`.
template <class Judge, class Variant>
concept EvaluationOf = std::default_initializable<Judge> && std::default_initializable<typename Judge::State> &&
                       requires(Judge& judge, typename Judge::State& state, const typename Judge::State& parent,
                                const draughts::Position<Variant>& position, const draughts::Move<Variant>& move) {
                         // At the root.
                         judge.reset(state, position);
                         // `state` after `move` from the first position, that of `parent`, to the second.
                         judge.child(parent, state, position, move, position);
                         // In hundredths of a man, from the view of the side to move; within ±`most_worth`.
                         { judge.value(state, position) } -> std::same_as<int>;
                       };

inline constexpr int most_worth = 20'000;

}  // namespace crownstar::search
