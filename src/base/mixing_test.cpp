#include "base/mixing.hpp"

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

// The first numbers of the reference generator, as its authors publish them for the seeds 0 and 1234567.
TEST(Mixing, splitmix64_gives_the_published_sequence) {
  EXPECT_EQ(splitmix64(0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(splitmix64(1), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(splitmix64(2), 0x06C45D188009454FU);
  EXPECT_EQ(splitmix64(0, 1234567), 6457827717110365317U);
  EXPECT_EQ(splitmix64(1, 1234567), 3203168211198807973U);
}

TEST(Mixing, a_seed_and_an_index_are_one_step_of_a_sequence) {
  static_assert(splitmix64(0, 42) == mix_bits(42 + 0x9E3779B97F4A7C15U));
  EXPECT_EQ(mix_bits(0), 0U);
}

// The vectors of the reference implementation.
TEST(Mixing, fnv_1a_gives_the_published_sums) {
  const auto sum_of = [](std::string_view text) {
    Fnv1a hash;
    hash.add(text);
    return hash.sum();
  };
  EXPECT_EQ(sum_of(""), 0xCBF29CE484222325U);
  EXPECT_EQ(sum_of("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(sum_of("foobar"), 0x85944171F73967E8U);
}

}  // namespace
}  // namespace crownstar::base
