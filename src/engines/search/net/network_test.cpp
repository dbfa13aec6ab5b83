#include "engines/search/net/network.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engines/search/draughts/net_evaluation.hpp"
#include "engines/search/net/embedded.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::net {
namespace {

class Chance {
 public:
  int within(int most) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>(state_ >> 33U) % (2 * most + 1) - most;
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(within(1 << 20) + (1 << 20)) % bound; }

 private:
  std::uint64_t state_ = 7;
};

std::unique_ptr<Network> some_network(int squares, const Shape& shape = narrow) {
  Chance chance;
  auto network = std::make_unique<Network>();
  network->game = "test";
  network->squares = squares;
  network->shape = shape;
  for (std::size_t row = 0; row < static_cast<std::size_t>(kinds * squares); ++row) {
    for (auto& weight : std::span(network->first[row]).first(shape.hidden)) {
      weight = static_cast<std::int16_t>(chance.within(60));
    }
  }
  for (auto& weight : std::span(network->first_bias).first(shape.hidden)) {
    weight = static_cast<std::int16_t>(chance.within(100));
  }
  for (Phase& part : std::span(network->parts).first(shape.phases)) {
    for (auto& weights : std::span(part.weights).first(shape.second)) {
      for (auto& weight : std::span(weights).first(2 * shape.hidden)) {
        weight = static_cast<std::int8_t>(chance.within(127));
      }
    }
    for (auto& bias : std::span(part.biases).first(shape.second)) bias = chance.within(5000);
    for (auto& weight : std::span(part.last).first(shape.second)) weight = chance.within(3000);
    part.last_bias = chance.within(20000);
    part.arrange(shape);
  }
  return network;
}

TEST(Network, IsReadAsItWasWritten) {
  for (const Shape& shape : {narrow, wide}) {
    const auto network = some_network(32, shape);
    const auto again = read_network(write_network(*network));
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->game, "test");
    EXPECT_EQ((*again)->shape, shape);
    EXPECT_EQ((*again)->first, network->first);
    EXPECT_EQ((*again)->parts[shape.phases - 1].weights, network->parts[shape.phases - 1].weights);
    EXPECT_EQ((*again)->parts[2].by_fours, network->parts[2].by_fours);
    EXPECT_EQ((*again)->parts[2].last_bias, network->parts[2].last_bias);
    EXPECT_EQ((*again)->scale, network->scale);
  }
}

TEST(Network, IsRefusedWhereAByteIsAnother) {
  auto bytes = write_network(*some_network(32));
  for (const std::size_t place :
       {std::size_t{0}, std::size_t{8}, std::size_t{44}, std::size_t{48}, std::size_t{5000}, bytes.size() - 1}) {
    bytes[place] ^= 1U;
    EXPECT_FALSE(read_network(bytes)) << place;
    bytes[place] ^= 1U;
  }
  EXPECT_TRUE(read_network(bytes));
}

TEST(Network, IsRefusedAtEveryOtherLength) {
  auto bytes = write_network(*some_network(8));
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    EXPECT_FALSE(read_network(std::span(bytes).first(length))) << length;
  }
  bytes.push_back(0);
  EXPECT_FALSE(read_network(bytes));
}

TEST(Network, SaysWhichVersionItIsNot) {
  auto bytes = write_network(*some_network(32));
  bytes[8] = 9;
  EXPECT_EQ(read_network(bytes).error().reason, "the network has version 9; expected 1");
}

template <Shape S>
void every_way_gives_the_same() {
  const auto network = some_network(32, S);
  Chance chance;
  for (int turn = 0; turn < 2000; ++turn) {
    Sums mine;
    Sums theirs;
    for (auto& number : mine.numbers) number = static_cast<std::int16_t>(chance.within(turn < 1000 ? 300 : 32'000));
    for (auto& number : theirs.numbers) number = static_cast<std::int16_t>(chance.within(300));
    const Phase& part = network->parts[chance.below(S.phases)];
    EXPECT_EQ(fast::pass<S>(part, mine, theirs), plain::pass<S>(part, mine, theirs));
    const std::array<const Row*, 2> removed{&network->first[chance.below(128)], &network->first[chance.below(128)]};
    const Changes changes{&network->first[chance.below(128)], removed};
    Sums by_vectors;
    Sums plainly;
    fast::change<S>(theirs, by_vectors, changes);
    plain::change<S>(theirs, plainly, changes);
    EXPECT_EQ(by_vectors.numbers, plainly.numbers);
  }
}

TEST(Network, EveryWayToReckonGivesTheSame) {
  every_way_gives_the_same<narrow>();
  every_way_gives_the_same<wide>();
}

// Random games: what was carried along the moves is what is made afresh, and both sides are judged alike.
template <class Variant>
void carried_is_fresh(const Shape& shape) {
  const auto network = some_network(Features<Variant>::squares, shape);
  NetJudge<Variant> judge;
  judge.use(network.get());
  Chance chance;
  for (int game = 0; game < 20; ++game) {
    auto position = draughts::start_position<Variant>();
    auto state = std::make_unique<typename NetJudge<Variant>::State>();
    judge.reset(*state, position);
    for (int ply = 0; ply < 100; ++ply) {
      const auto list = std::make_unique<draughts::MoveList<Variant>>();
      draughts::generate<Variant>(position, *list);
      if (list->is_empty() || list->is_too_complex()) break;
      const auto move = (*list)[chance.below(list->size())];
      const auto next = draughts::after(position, move);
      auto after = std::make_unique<typename NetJudge<Variant>::State>();
      judge.child(*state, *after, position, move, next);
      auto fresh = std::make_unique<typename NetJudge<Variant>::State>();
      judge.reset(*fresh, next);
      ASSERT_EQ(after->views[0].numbers, fresh->views[0].numbers);
      ASSERT_EQ(after->views[1].numbers, fresh->views[1].numbers);
      ASSERT_EQ(judge.value(*after, next), judge.value(*fresh, next));
      state = std::move(after);
      position = next;
    }
  }
}

TEST(NetJudge, CarriesWhatItWouldFindAfresh) {
  for (const Shape& shape : {narrow, wide}) carried_is_fresh<draughts::American>(shape);
  carried_is_fresh<draughts::FlyingKing>(narrow);
}

TEST(NetJudge, SeesBothSidesAlike) {
  const auto network = some_network(32);
  NetJudge<draughts::American> judge;
  judge.use(network.get());
  auto position = draughts::start_position<draughts::American>();
  NetJudge<draughts::American>::State state;
  judge.reset(state, position);
  const int one = judge.value(state, position);
  position.turn = draughts::other(position.turn);
  judge.reset(state, position);
  EXPECT_EQ(judge.value(state, position), one);
}

TEST(NetJudge, JudgesByHandWithoutANetwork) {
  const auto of_another_board = some_network(50);
  NetJudge<draughts::American> judge;
  judge.use(of_another_board.get());
  const HandMade<draughts::American> hand;
  HandMade<draughts::American>::State by_hand;
  NetJudge<draughts::American>::State state;
  const auto position = draughts::start_position<draughts::American>();
  judge.reset(state, position);
  hand.reset(by_hand, position);
  EXPECT_EQ(judge.value(state, position), hand.value(by_hand, position));
}

TEST(EmbeddedNetworks, AreOfTheGameThatIsAskedFor) {
  EXPECT_EQ(embedded_network("no-such-game"), nullptr);
  const std::map<std::string, int> known{{"american", 32},  {"flying-king", 32},   {"russian", 32},
                                         {"brazilian", 32}, {"italian", 32},       {"spanish", 32},
                                         {"turkish", 64},   {"international", 50}, {"pool", 32}};
  for (const auto& [game, squares] : known) {
    const Network* network = embedded_network(game);
    ASSERT_NE(network, nullptr) << game;
    EXPECT_EQ(network->game, game);
    EXPECT_EQ(network->squares, squares);
  }
  for (const char* star : {"star-10-standard", "star-10-symmetric", "star-10-catapult", "star-15-standard"}) {
    const Network* network = embedded_network(star);
    ASSERT_NE(network, nullptr) << star;
    EXPECT_EQ(network->game, star);
  }
}

}  // namespace
}  // namespace crownstar::search::net
