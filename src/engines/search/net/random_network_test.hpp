// Networks with random weights, for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engines/search/net/network.hpp"

namespace crownstar::search::net {

class TestChance {
 public:
  int within(int most) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>(state_ >> 33U) % (2 * most + 1) - most;
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(within(1 << 20) + (1 << 20)) % bound; }

 private:
  std::uint64_t state_ = 7;
};

inline std::unique_ptr<Network> random_network(int squares, const Shape& shape = narrow) {
  TestChance chance;
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

}  // namespace crownstar::search::net
