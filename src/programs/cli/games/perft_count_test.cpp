#include "programs/cli/games/perft_count.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using game::Counting;
using game::PerftNode;

const PartsWatcher nobody = [](std::size_t, std::size_t) {};

std::unique_ptr<PerftNode> node_of(std::string_view token) { return (*game::start(token))->perft(); }

TEST(PerftCount, PartsAddUpToTheWholeWithAnyNumberOfThreads) {
  for (const std::string_view token : {"american", "international", "turkish", "sternhalma:players=3"}) {
    const auto root = node_of(token);
    for (int depth = 1; depth <= 4; ++depth) {
      const auto whole = root->count(depth, Counting::moves);
      ASSERT_TRUE(whole);
      for (const int threads : {1, 2, 5}) {
        const auto parts = count_tree(*root, depth, Counting::moves, threads, nobody);
        ASSERT_TRUE(parts);
        EXPECT_EQ(parts->nodes, *whole) << token << " depth " << depth << " threads " << threads;
        std::uint64_t sum = 0;
        for (const CountedMove& each : parts->by_move) sum += each.nodes;
        EXPECT_EQ(sum, *whole);
      }
    }
  }
}

TEST(PerftCount, EachMoveHasTheCountOfTheTreeBelowIt) {
  const auto root = node_of("american");
  const auto count = count_tree(*root, 5, Counting::moves, 2, nobody);
  const auto branches = root->branches(Counting::moves);
  ASSERT_TRUE(count && branches);
  ASSERT_EQ(count->by_move.size(), branches->size());
  for (std::size_t index = 0; index < branches->size(); ++index) {
    EXPECT_EQ(count->by_move[index].move, (*branches)[index].move);
    EXPECT_EQ(count->by_move[index].nodes, (*branches)[index].node->count(4, Counting::moves).value());
  }
}

TEST(PerftCount, BothWaysOfCountingCanBeHad) {
  const auto root = node_of("frisian");
  EXPECT_EQ(count_tree(*root, 4, Counting::moves, 2, nobody)->nodes, 3874U);
  EXPECT_EQ(count_tree(*root, 4, Counting::paths, 2, nobody)->nodes, 3880U);
}

TEST(PerftCount, WithoutAMoveThereIsNothing) {
  auto game = *game::start("american");
  ASSERT_TRUE(game->set_position("W:W13:B9,6"));
  const auto count = count_tree(*game->perft(), 3, Counting::moves, 2, nobody);
  ASSERT_TRUE(count);
  EXPECT_EQ(count->nodes, 0U);
  EXPECT_TRUE(count->by_move.empty());
}

// Two branches a node, and no count below the one that is refused.
class RefusedBelow final : public PerftNode {
 public:
  RefusedBelow(int ply, bool is_refused) : ply_(ply), is_refused_(is_refused) {}

  Checked<std::uint64_t> count(int depth, Counting) const override {
    if (is_refused_) return base::refuse("too complex");
    return std::uint64_t{1} << static_cast<unsigned>(depth);
  }

  Checked<std::vector<Branch>> branches(Counting) const override {
    std::vector<Branch> result;
    for (const bool is_second : {false, true}) {
      const bool is_refused = is_refused_ || (ply_ == 1 && is_second);
      result.push_back({is_second ? "b" : "a", std::make_unique<RefusedBelow>(ply_ + 1, is_refused)});
    }
    return result;
  }

 private:
  int ply_;
  bool is_refused_;
};

TEST(PerftCount, ARefusedPartRefusesTheWhole) {
  const RefusedBelow root(0, false);
  for (const int threads : {1, 3}) {
    const auto count = count_tree(root, 6, Counting::moves, threads, nobody);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().reason, "too complex");
  }
}

}  // namespace
}  // namespace crownstar::cli
