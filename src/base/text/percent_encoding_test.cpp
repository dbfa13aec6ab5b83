#include "base/text/percent_encoding.hpp"

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

TEST(PercentEncoding, LeavesOnlyWhatMeansNothingInAUrl) {
  EXPECT_EQ(percent_encoded("aZ09-._~"), "aZ09-._~");
  EXPECT_EQ(percent_encoded("its own/?#&=+%"), "its%20own%2F%3F%23%26%3D%2B%25");
  EXPECT_EQ(percent_encoded("\xC3\xA9"), "%C3%A9");
  EXPECT_EQ(percent_encoded(""), "");
}

}  // namespace
}  // namespace crownstar::base
