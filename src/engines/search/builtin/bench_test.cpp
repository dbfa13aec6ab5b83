#include "engines/search/builtin/bench.hpp"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"

namespace crownstar::search {
namespace {

TEST(Bench, GivesTheNodesOfTheCheckedFileAndTheSameTwice) {
  std::ifstream file("tests/search_nodes.txt");
  const std::string expected((std::istreambuf_iterator<char>(file)), {});
  const auto bench = run_bench();
  ASSERT_TRUE(bench) << bench.error().reason;
  EXPECT_EQ(nodes_text(*bench), expected) << "The search gives other nodes than before. Where that is meant, write the "
                                             "file anew and say so in the commit:\n"
                                             "  build/release/crownstar bench --nodes > tests/search_nodes.txt";
  const auto again = run_bench();
  ASSERT_TRUE(again);
  EXPECT_EQ(nodes_text(*again), nodes_text(*bench));
}

TEST(Bench, TheSameSearchHasTheSameNodesTwice) {
  for (const std::string token : {"american", "international", "russian"}) {
    SearchRequest request;
    request.token = token;
    request.limits.depth = 7;
    const auto first = make_searcher()->search(request, StopSignal{}, {});
    const auto second = make_searcher()->search(request, StopSignal{}, {});
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->reached.nodes, second->reached.nodes) << token;
    EXPECT_EQ(first->move, second->move) << token;
  }
}

}  // namespace
}  // namespace crownstar::search
