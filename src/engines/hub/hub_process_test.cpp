#include "engines/hub/hub_process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace crownstar::hub {
namespace {

TEST(HubProcess, HoldsNothingThatThisProgramHasOpen) {
  constexpr int held = 57;
  ASSERT_EQ(::dup2(STDERR_FILENO, held), held);  // as a player's connection is: not closed by itself
  auto started = HubProcess::start({"sh", "-c", "echo $(ls /proc/self/fd)"}, "");
  ASSERT_TRUE(started) << started.error().reason;
  const auto open = started->hear(std::chrono::seconds(60));
  ASSERT_TRUE(open);
  EXPECT_TRUE(open->starts_with("0 1 2")) << *open;
  EXPECT_FALSE(open->contains(std::to_string(held))) << *open;
  ::close(held);
}

}  // namespace
}  // namespace crownstar::hub
