#include "base/line_bound.hpp"

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

TEST(LineBound, CountsWhatItLeavesOut) {
  LineBound bound;
  const LineBound::Instant begin{std::chrono::hours(5)};
  for (int line = 0; line < limits::refusals_logged_a_second; ++line) {
    EXPECT_EQ(bound.take(begin + std::chrono::milliseconds(line)), 0);
  }
  for (int line = 0; line < 1000; ++line) EXPECT_EQ(bound.take(begin + std::chrono::milliseconds(999)), std::nullopt);
  EXPECT_EQ(bound.take(begin + std::chrono::seconds(1)), 1000);
  EXPECT_EQ(bound.take(begin + std::chrono::seconds(1)), 0);
}

}  // namespace
}  // namespace crownstar::base
