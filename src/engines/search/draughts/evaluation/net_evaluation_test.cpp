#include "engines/search/draughts/evaluation/net_evaluation.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "engines/search/net/random_network_test.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::draughts {
namespace {

// Random games: the state that is carried from move to move equals one that is made afresh.
template <class Variant>
void expect_carried_equals_fresh(const net::Shape& shape) {
  const auto network = net::random_network(Features<Variant>::squares, shape);
  NetEvaluation<Variant> evaluation;
  evaluation.use(network.get());
  net::TestChance chance;
  for (int game = 0; game < 20; ++game) {
    auto position = draughts::start_position<Variant>();
    auto state = std::make_unique<typename NetEvaluation<Variant>::State>();
    evaluation.reset(*state, position);
    for (int ply = 0; ply < 100; ++ply) {
      const auto list = std::make_unique<draughts::MoveList<Variant>>();
      draughts::generate<Variant>(position, *list);
      if (list->is_empty() || list->is_too_complex()) break;
      const auto move = (*list)[chance.below(list->size())];
      const auto next = draughts::after(position, move);
      auto after = std::make_unique<typename NetEvaluation<Variant>::State>();
      evaluation.child(*state, *after, position, move, next);
      auto fresh = std::make_unique<typename NetEvaluation<Variant>::State>();
      evaluation.reset(*fresh, next);
      ASSERT_EQ(after->views[0].numbers, fresh->views[0].numbers);
      ASSERT_EQ(after->views[1].numbers, fresh->views[1].numbers);
      ASSERT_EQ(evaluation.value(*after, next), evaluation.value(*fresh, next));
      state = std::move(after);
      position = next;
    }
  }
}

TEST(NetEvaluation, CarriesTheStateThatItWouldMakeAfresh) {
  for (const net::Shape& shape : {net::narrow, net::wide}) expect_carried_equals_fresh<draughts::American>(shape);
  expect_carried_equals_fresh<draughts::FlyingKing>(net::narrow);
}

TEST(NetEvaluation, SeesBothSidesAlike) {
  const auto network = net::random_network(32);
  NetEvaluation<draughts::American> evaluation;
  evaluation.use(network.get());
  auto position = draughts::start_position<draughts::American>();
  NetEvaluation<draughts::American>::State state;
  evaluation.reset(state, position);
  const int one = evaluation.value(state, position);
  position.turn = draughts::other(position.turn);
  evaluation.reset(state, position);
  EXPECT_EQ(evaluation.value(state, position), one);
}

TEST(NetEvaluation, IsHandcraftedWithoutANetwork) {
  const auto of_another_board = net::random_network(50);
  NetEvaluation<draughts::American> evaluation;
  evaluation.use(of_another_board.get());
  const HandcraftedEvaluation<draughts::American> handcrafted;
  HandcraftedEvaluation<draughts::American>::State handcrafted_state;
  NetEvaluation<draughts::American>::State state;
  const auto position = draughts::start_position<draughts::American>();
  evaluation.reset(state, position);
  handcrafted.reset(handcrafted_state, position);
  EXPECT_EQ(evaluation.value(state, position), handcrafted.value(handcrafted_state, position));
}

}  // namespace
}  // namespace crownstar::search::draughts
