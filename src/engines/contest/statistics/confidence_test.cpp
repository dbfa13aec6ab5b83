#include "engines/contest/statistics/confidence.hpp"

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

// By the tables of Student's t: 2.262 for 9 degrees of freedom, 2.228 for 10, 2.042 for 30, 1.984 for 100.
TEST(Margin, FollowsStudent) {
  const auto with_unit_spread = [](double groups) {
    // So that the error of the mean is a hundredth.
    return 100 * confidence_margin({groups, 0.5, 1e-4 * groups * (groups - 1)});
  };
  EXPECT_NEAR(with_unit_spread(2), 12.706, 0.001);
  EXPECT_NEAR(with_unit_spread(10), 2.262, 0.001);
  EXPECT_NEAR(with_unit_spread(11), 2.228, 0.003);
  EXPECT_NEAR(with_unit_spread(31), 2.042, 0.001);
  EXPECT_NEAR(with_unit_spread(101), 1.984, 0.001);
}

TEST(Margin, OneGroupSaysNothing) {
  EXPECT_EQ(confidence_margin({}), 1);
  EXPECT_EQ(confidence_margin({1, 0.5, 0}), 1);
}

TEST(Margin, NoSpreadIsNoCertainty) {
  EXPECT_DOUBLE_EQ(confidence_margin({100, 1, 0}), 0.03);
  EXPECT_DOUBLE_EQ(confidence_margin({100, 0, 0}), 0.03);
  EXPECT_DOUBLE_EQ(confidence_margin({100, 0.5, 0}), 0.015);
  EXPECT_EQ(confidence_margin({2, 1, 0}), 1);
}

}  // namespace
}  // namespace crownstar::contest
