// Knows which evaluation judges each draughts variant: what is made by hand, unless a variant has something better.
// Refuses to know how any of them judges.
#pragma once

#include "draughts/variants.hpp"
#include "search/draughts/evaluation.hpp"
#include "search/draughts/hand_made.hpp"
#include "search/net/net_judge.hpp"

namespace crownstar::search {

// To be specialised for a variant that is judged otherwise.
template <class Variant>
struct ChosenEvaluation {
  using Type = HandMade<Variant>;
};

template <>
struct ChosenEvaluation<draughts::American> {
  using Type = net::NetJudge<draughts::American>;
};
template <>
struct ChosenEvaluation<draughts::FlyingKing> {
  using Type = net::NetJudge<draughts::FlyingKing>;
};

}  // namespace crownstar::search
