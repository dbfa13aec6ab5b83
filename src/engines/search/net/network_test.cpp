#include "engines/search/net/network.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engines/search/net/embedded.hpp"
#include "engines/search/net/layers.hpp"
#include "engines/search/net/random_network_test.hpp"

namespace crownstar::search::net {
namespace {

TEST(Network, IsReadAsItWasWritten) {
  for (const Shape& shape : {narrow, wide}) {
    const auto network = random_network(32, shape);
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
  auto bytes = write_network(*random_network(32));
  for (const std::size_t place :
       {std::size_t{0}, std::size_t{8}, std::size_t{44}, std::size_t{48}, std::size_t{5000}, bytes.size() - 1}) {
    bytes[place] ^= 1U;
    EXPECT_FALSE(read_network(bytes)) << place;
    bytes[place] ^= 1U;
  }
  EXPECT_TRUE(read_network(bytes));
}

TEST(Network, IsRefusedAtEveryOtherLength) {
  auto bytes = write_network(*random_network(8));
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    EXPECT_FALSE(read_network(std::span(bytes).first(length))) << length;
  }
  bytes.push_back(0);
  EXPECT_FALSE(read_network(bytes));
}

TEST(Network, SaysWhichVersionItIsNot) {
  auto bytes = write_network(*random_network(32));
  bytes[8] = 9;
  EXPECT_EQ(read_network(bytes).error().reason, "the network has version 9; expected 1");
}

template <Shape S>
void every_way_gives_the_same() {
  const auto network = random_network(32, S);
  TestChance chance;
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

TEST(Network, EveryImplementationGivesTheSame) {
  every_way_gives_the_same<narrow>();
  every_way_gives_the_same<wide>();
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
  for (const char* star : {"star-10-standard", "star-10-standard-several", "star-10-super", "star-10-symmetric",
                           "star-10-catapult", "star-15-standard", "star-15-super"}) {
    const Network* network = embedded_network(star);
    ASSERT_NE(network, nullptr) << star;
    EXPECT_EQ(network->game, star);
  }
}

}  // namespace
}  // namespace crownstar::search::net
