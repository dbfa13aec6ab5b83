#include "site/bus/nodes/live_nodes.hpp"

#include <gtest/gtest.h>

namespace crownstar::bus {
namespace {

using namespace std::chrono_literals;

TEST(LiveNodesTest, AllWithTheSameViewAgreeAndShareTheWork) {
  LiveNodes one("one");
  LiveNodes two("two");
  const LiveNodes::Instant now{std::chrono::days{20000}};
  EXPECT_TRUE(one.heard("two", now, 3));
  EXPECT_FALSE(one.heard("two", now, 4));
  EXPECT_TRUE(two.heard("one", now, 1));
  EXPECT_EQ(one.online_elsewhere(), 4);
  int of_one = 0;
  for (int key = 0; key < 1000; ++key) {
    const std::string name = "m" + std::to_string(key);
    EXPECT_EQ(one.owner_of(name), two.owner_of(name));
    of_one += one.is_mine(name) ? 1 : 0;
  }
  EXPECT_GT(of_one, 400);
  EXPECT_LT(of_one, 600);
  EXPECT_FALSE(one.forget_silent(now));
  EXPECT_TRUE(one.forget_silent(now + 1ms));
  EXPECT_TRUE(one.is_mine("m1"));
  EXPECT_EQ(one.size(), 1U);
}

}  // namespace
}  // namespace crownstar::bus
