// Every draughts block of tests/perft, counted by the fast kernel through the runtime face. A failure names the
// authority that gave the number.
//
// A count is made where its number of leaves is within a budget that keeps the whole file to seconds. By hand, deeper:
//   CROWNSTAR_PERFT_NODES=20000000000 build/release/tests/draughts_perft_test --gtest_filter='*russian*'
// makes every count of at most so many leaves.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/draughts_perft_file.hpp"
#include "rules/catalog/catalog.hpp"
#include "support/test_names.hpp"

namespace crownstar::game {
namespace {

using oracle::PerftBlock;
using oracle::PerftCount;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CROWNSTAR_IS_SLOW
#endif
#endif

// Enough for depth 10 of every game on 8x8 squares that has a published count of it.
#ifdef CROWNSTAR_IS_SLOW
constexpr std::uint64_t usual_budget = 100'000;
#else
constexpr std::uint64_t usual_budget = 23'000'000;
#endif

// Below a count that is right the shallower ones are right too, so only those that cost nothing are made as well: they
// say at which depth a fault begins.
constexpr std::uint64_t free_of_charge = 50'000;

std::uint64_t budget() {
  const char* const asked = std::getenv("CROWNSTAR_PERFT_NODES");
  return asked == nullptr ? usual_budget : std::strtoull(asked, nullptr, 10);
}

std::vector<std::string> draughts_games() {
  std::vector<std::string> games;
  for (const CatalogEntry& entry : catalog()) {
    if (entry.family == Family::draughts) games.push_back(entry.id);
  }
  return games;
}

std::vector<PerftBlock> blocks_of(const std::string& game) {
  std::ifstream file("tests/perft/" + game + ".perft");
  EXPECT_TRUE(file) << "there is no tests/perft/" << game << ".perft";
  auto blocks = oracle::read_perft_file(std::string{std::istreambuf_iterator<char>{file}, {}});
  EXPECT_TRUE(blocks) << blocks.error();
  return blocks.value_or(std::vector<PerftBlock>{});
}

std::vector<PerftCount> chosen_counts(const PerftBlock& block) {
  std::vector<PerftCount> chosen;
  for (const PerftCount& count : block.counts) {
    if (count.leaves > budget()) break;
    if (!chosen.empty() && chosen.back().leaves > free_of_charge) chosen.pop_back();
    chosen.push_back(count);
  }
  return chosen;
}

class DraughtsPerft : public testing::TestWithParam<std::string> {};

TEST_P(DraughtsPerft, equals_its_file) {
  const std::vector<PerftBlock> blocks = blocks_of(GetParam());
  ASSERT_FALSE(blocks.empty());
  for (const PerftBlock& block : blocks) {
    EXPECT_EQ(block.game, GetParam());
    const auto game = start(block.game);
    ASSERT_TRUE(game) << to_text(game.error());
    if (block.position != "start") {
      const auto begun = (*game)->set_position(block.position);
      ASSERT_TRUE(begun) << GetParam() << " " << block.position << ": " << to_text(begun.error());
    }
    const Counting counting = block.convention == "moves" ? Counting::moves : Counting::paths;
    const auto counts = chosen_counts(block);
    EXPECT_FALSE(counts.empty());
    for (const PerftCount& count : counts) {
      const auto counted = (*game)->perft()->count(count.depth, counting);
      ASSERT_TRUE(counted) << to_text(counted.error());
      EXPECT_EQ(*counted, count.leaves) << GetParam() << " " << block.position << ", " << block.convention
                                        << " at depth " << count.depth << "\n"
                                        << block.comment;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(every_game, DraughtsPerft, testing::ValuesIn(draughts_games()),
                         [](const auto& each) { return support::test_name(each.param); });

// Depth ten, for the games on 32 squares whose count from the start is published.
TEST(DraughtsPerftFiles, reach_depth_ten_from_the_start) {
  for (const std::string game : {"american", "flying-king", "italian", "spanish", "portuguese", "russian", "brazilian",
                                 "pool", "czech", "thai"}) {
    int deepest = 0;
    for (const PerftBlock& block : blocks_of(game)) {
      for (const PerftCount& count : block.counts) {
        if (count.leaves <= std::max(budget(), std::uint64_t{23'000'000})) deepest = std::max(deepest, count.depth);
      }
    }
    EXPECT_GE(deepest, 10) << game;
  }
}

TEST(DraughtsPerftFiles, are_of_games_in_the_catalogue) {
  const auto is_known = [](const std::string& id) {
    return std::ranges::find(catalog(), id, &CatalogEntry::id) != catalog().end();
  };
  for (const auto& file : std::filesystem::directory_iterator("tests/perft")) {
    if (file.path().extension() == ".perft") EXPECT_TRUE(is_known(file.path().stem().string())) << file.path();
  }
}

}  // namespace
}  // namespace crownstar::game
