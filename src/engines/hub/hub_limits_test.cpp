#include "engines/hub/hub_limits.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace crownstar::hub {
namespace {

using std::chrono::milliseconds;

HubLimits after(std::initializer_list<std::string_view> lines) {
  HubLimits level;
  for (const std::string_view text : lines) {
    const auto next = with_level(level, *read_hub_line(text));
    EXPECT_TRUE(next) << text << ": " << to_text(next.error());
    if (next) level = *next;
  }
  return level;
}

TEST(HubLimits, SeveralLinesHoldTogether) {
  const HubLimits level = after({"level depth=7 nodes=500", "level move-time=0.25"});
  EXPECT_EQ(level.limits.depth, 7);
  EXPECT_EQ(level.limits.nodes, 500U);
  EXPECT_EQ(level.limits.time, milliseconds{250});
  EXPECT_FALSE(level.is_infinite);
}

TEST(HubLimits, InfiniteUndoesTheOthersAndTheyUndoIt) {
  EXPECT_EQ(after({"level nodes=50", "level infinite"}), (HubLimits{.limits = {}, .is_infinite = true}));
  EXPECT_FALSE(after({"level infinite", "level nodes=50"}).is_infinite);
}

TEST(HubLimits, AClockIsSharedOut) {
  EXPECT_EQ(after({"level time=60 moves=40"}).limits.time, milliseconds{1500});
  EXPECT_EQ(after({"level time=60 inc=1"}).limits.time, milliseconds{2800});
  EXPECT_EQ(after({"level time=0"}).limits.time, milliseconds{0});
  EXPECT_EQ(after({"level time=1 inc=60 moves=0"}).limits.time, milliseconds{900}) << "never more than there is";
}

TEST(HubLimits, WhatIsTooLargeIsTheLargest) {
  const HubLimits level = after({"level depth=99999999999999 nodes=99999999999999999999999 move-time=1e300"});
  EXPECT_EQ(level.limits.depth, hub_deepest);
  EXPECT_EQ(level.limits.nodes, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(level.limits.time, milliseconds{86'400'000});
  EXPECT_EQ(after({"level depth=0"}).limits.depth, 1);
}

TEST(HubLimits, NonsenseIsRefusedByName) {
  for (const std::string_view text :
       {"level", "level depth=abc", "level depth", "level depth=-3", "level nodes=-5", "level nodes=1.5", "level foo=3",
        "level move-time=nan", "level move-time=-1", "level move-time=", "level move-time=1s", "level time=x",
        "level time=1 inc=-1", "level time=1 moves=x", "level inc=1", "level moves=3", "level infinite nodes=5"}) {
    const auto level = with_level({}, *read_hub_line(text));
    ASSERT_FALSE(level) << text;
    EXPECT_FALSE(level.error().reason.empty());
  }
  EXPECT_EQ(with_level({}, *read_hub_line("level nodes=-5")).error().reason,
            "nodes: a whole number is expected, not '-5'");
}

TEST(HubLimits, GoTakesOneWordThatItKnows) {
  EXPECT_EQ(read_go({"go", {}}), HubTask::think);
  EXPECT_EQ(read_go({"go", {{"think", ""}}}), HubTask::think);
  EXPECT_EQ(read_go({"go", {{"ponder", ""}}}), HubTask::ponder);
  EXPECT_EQ(read_go({"go", {{"analyse", ""}}}), HubTask::analyze);
  for (const std::string_view text : {"go foo", "go think ponder", "go think=3", "go depth=3"}) {
    EXPECT_FALSE(read_go(*read_hub_line(text))) << text;
  }
}

}  // namespace
}  // namespace crownstar::hub
