// Which evaluation each draughts variant has: a network where its board fits one, otherwise the handcrafted one.
#pragma once

#include <type_traits>

#include "engines/search/draughts/evaluation/evaluation.hpp"
#include "engines/search/draughts/evaluation/handcrafted_evaluation.hpp"
#include "engines/search/draughts/evaluation/net_evaluation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::draughts {

// A training sample holds a board in 64 bits. NetEvaluation itself is handcrafted where no network is at hand.
template <class Variant>
inline constexpr bool may_have_a_net = draughts::BoardOf<Variant>::squares <= 64;

template <class Variant>
struct ChosenEvaluation {
  using Type = std::conditional_t<may_have_a_net<Variant>, NetEvaluation<Variant>, HandcraftedEvaluation<Variant>>;
};

}  // namespace crownstar::search::draughts
