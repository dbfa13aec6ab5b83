#include "engines/tablebase/slices/dense_bits.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "base/mixing.hpp"

namespace crownstar::tablebase {
namespace {

TEST(DenseBits, SquaresAreNumberedThroughTheMask) {
  constexpr std::uint64_t mask = 0b1011'0010;
  EXPECT_EQ(numbers_of(0b0010'0010, mask), 0b0101U);
  EXPECT_EQ(numbers_of(0b0100'1101, mask), 0U);
  EXPECT_EQ(squares_of(0b1010, mask), 0b1001'0000U);
  EXPECT_EQ(squares_of(0b1'0000, mask), 0U);
}

TEST(DenseBits, TheProcessorsWayIsThatOfOneByOne) {
  std::uint64_t random = 1;
  const auto next = [&] { return random = base::splitmix64(random); };
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t mask = next() & next();
    const std::uint64_t bits = next();
    ASSERT_EQ(numbers_of(bits, mask), numbers_one_by_one(bits, mask)) << bits << " " << mask;
    ASSERT_EQ(squares_of(bits, mask), squares_one_by_one(bits, mask)) << bits << " " << mask;
  }
}

TEST(DenseBits, AWideMaskIsNumberedThroughBothHalves) {
  const board::Word128 mask = board::Word128{0b101} << 64 | (std::uint64_t{1} << 63 | 1);
  EXPECT_EQ(static_cast<std::uint64_t>(numbers_of(board::Word128{0b100} << 64 | 1, mask)), 0b1001U);
  EXPECT_TRUE(squares_of(board::Word128{0b1001}, mask) == (board::Word128{0b100} << 64 | 1));
  EXPECT_TRUE(squares_of(numbers_of(mask, mask), mask) == mask);
  const board::Word128 full = ~board::Word128{0};
  EXPECT_TRUE(numbers_of(full, full) == full);
  EXPECT_TRUE(squares_of(full, full) == full);
}

}  // namespace
}  // namespace crownstar::tablebase
