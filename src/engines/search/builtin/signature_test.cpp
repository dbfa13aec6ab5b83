#include "engines/search/builtin/signature.hpp"

#include <gtest/gtest.h>

#include "engines/search/builtin/own_searcher.hpp"

namespace crownstar::search {
namespace {

TEST(Signature, TheSameSearchHasTheSameNodesTwice) {
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
