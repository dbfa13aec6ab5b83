// What a network is taught, and that a training can be repeated (tools/train).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engines/search/net/network.hpp"
#include "train/examples.hpp"
#include "train/training.hpp"

namespace crownstar::train {
namespace {

constexpr int scale = 100;

contest::Sample sample(std::uint32_t game, std::uint8_t ply, std::int16_t score, std::int8_t result) {
  contest::Sample made;
  made.own_men = 0xfffU >> (ply % 3);
  made.their_men = 0xfff00000U;
  made.score = score;
  made.result = result;
  made.ply = ply;
  made.game = game;
  return made;
}

TEST(WhatBecame, IsTheResultWhereNobodyLooksFurther) {
  const std::vector<contest::Sample> samples{sample(1, 4, 0, 1), sample(1, 5, 300, -1), sample(2, 4, 0, 0)};
  EXPECT_EQ(what_became(samples, scale, {.horizon = 0, .leap = 1}), (std::vector<float>{1, 0, 0.5}));
}

TEST(WhatBecame, IsAMeanOfLaterScoresAndTheResult) {
  const std::vector<contest::Sample> samples{sample(1, 4, 0, 1), sample(1, 5, -50, -1), sample(1, 7, -60, -1)};
  const auto became = what_became(samples, scale, {.horizon = 2, .leap = 1});
  ASSERT_EQ(became.size(), 3U);
  EXPECT_FLOAT_EQ(became[2], 0);
  // The same side's turn again, two half-moves on.
  const double second = 0.5 * expected(-60, scale);
  EXPECT_FLOAT_EQ(became[1], static_cast<float>(second));
  // The other side's turn, seen from here.
  EXPECT_FLOAT_EQ(became[0], static_cast<float>(0.5 * expected(50, scale) + 0.5 * (1 - second)));
}

TEST(WhatBecame, EndsAtALeapAndWithTheGame) {
  const std::vector<contest::Sample> samples{sample(1, 4, 10, -1), sample(1, 5, 400, 1), sample(2, 4, 0, 0)};
  const auto became = what_became(samples, scale, {.horizon = 10, .leap = 0.3});
  EXPECT_FLOAT_EQ(became[0], static_cast<float>(expected(10, scale)));
  EXPECT_FLOAT_EQ(became[1], 1);
  EXPECT_FLOAT_EQ(became[2], 0.5);
}

std::string trained(const std::string& name, int epochs, std::size_t threads = 1) {
  Order order;
  order.threads = threads;
  order.game = "test";
  order.output = name;
  order.epochs = epochs;
  order.material.phases = static_cast<int>(search::net::wide.phases);
  std::vector<Example> learned;
  std::vector<Example> held;
  for (int nth = 0; nth < 3000; ++nth) {
    const auto ply = static_cast<std::uint8_t>(nth % 100);
    const auto score = static_cast<std::int16_t>(ply % 3 == 0 ? 80 : -80);
    const contest::Sample each = sample(1, ply, score, 0);
    const auto became = static_cast<float>(expected(score, scale));
    (nth % 10 == 0 ? held : learned).push_back(example_of(each, became, order.material, scale, 0.5));
  }
  EXPECT_TRUE(Training<search::net::wide>(order, std::move(learned), std::move(held), scale).run());
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Training, GivesTheSameNetworkAgain) {
  const auto folder = std::filesystem::temp_directory_path() / ("crownstar-train-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string whole = trained(folder / "whole", 4);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    const std::string name = "by_" + std::to_string(threads);
    EXPECT_EQ(trained(folder / name, 4, threads), whole) << threads << " threads";
  }
  const std::vector<unsigned char> bytes(whole.begin(), whole.end());
  const auto network = search::net::read_network(bytes);
  ASSERT_TRUE(network) << network.error().reason;
  EXPECT_EQ((*network)->shape, search::net::wide);
  EXPECT_EQ(trained(folder / "again", 4), whole);
  // The state beside the output has all four epochs: asking again only writes it again.
  EXPECT_EQ(trained(folder / "whole", 4), whole);
  EXPECT_NE(trained(folder / "shorter", 1), whole);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace crownstar::train
