// Knows which evaluation judges each draughts variant: a network where there is one for it, which falls back on what is
// made by hand, and the latter alone where a board has no room in a network. Refuses to know how any of them judges.
#pragma once

#include <type_traits>

#include "engines/search/draughts/evaluation.hpp"
#include "engines/search/draughts/hand_made.hpp"
#include "engines/search/draughts/net_evaluation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search {

// Samples to learn from hold a board in a word.
template <class Variant>
inline constexpr bool may_have_a_net = draughts::BoardOf<Variant>::squares <= 64;

template <class Variant>
struct ChosenEvaluation {
  using Type = std::conditional_t<may_have_a_net<Variant>, net::NetJudge<Variant>, HandMade<Variant>>;
};

}  // namespace crownstar::search
