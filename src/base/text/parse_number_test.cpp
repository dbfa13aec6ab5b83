#include "base/text/parse_number.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "base/text/parse_finite.hpp"
#include "base/text/whole_number.hpp"

namespace crownstar::base {
namespace {

TEST(ParseNumber, the_whole_text_is_the_number) {
  EXPECT_EQ(parse_number<int>("0"), 0);
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(parse_number<double>("2.5"), 2.5);
  for (const char* wrong : {"", " 1", "1 ", "+1", "1a", "a", "0x1", "1.0", "-", "2147483648"}) {
    EXPECT_EQ(parse_number<int>(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(parse_number<std::uint64_t>("-1"), std::nullopt);
}

TEST(ParseNumber, a_number_out_of_bounds_is_refused_with_them) {
  EXPECT_EQ(whole_number("--games", "7", 1, 9).value(), 7);
  for (const char* wrong : {"0", "10", "7 ", ""}) {
    const auto number = whole_number("--games", wrong, 1, 9);
    ASSERT_FALSE(number) << wrong;
    EXPECT_TRUE(number.error().reason.starts_with("--games: expected a whole number from 1 to 9 instead of ")) << wrong;
  }
}

TEST(ParseNumber, a_finite_number_is_neither_infinite_nor_nan) {
  EXPECT_EQ(parse_finite("-2.5e3"), -2500);
  for (const char* wrong : {"", "nan", "-nan", "inf", "-inf", "infinity", "1e999", " 1", "0x1p3"}) {
    EXPECT_EQ(parse_finite(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::base
