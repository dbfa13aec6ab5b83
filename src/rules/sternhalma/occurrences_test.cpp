#include "rules/sternhalma/occurrences.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace crownstar::sternhalma {
namespace {

TEST(Occurrences, count_as_a_map_does) {
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> keys{0, 3, 4, ~std::uint64_t{0}};
  while (keys.size() < 700) keys.push_back(random());
  std::map<std::uint64_t, int> expected;
  Occurrences occurrences;
  for (int times = 0; times < 3000; ++times) {
    const std::uint64_t key = keys[random() % keys.size()];
    // The two lowest bits tell no positions apart.
    const int count = ++expected[key >> 2];
    EXPECT_EQ(occurrences.count(key), std::min(count, Occurrences::most));
    if (times % 500 == 0) {
      Occurrences copy = occurrences;
      EXPECT_EQ(copy.count(key), std::min(count + 1, Occurrences::most));
    }
  }
}

TEST(Occurrences, keys_that_fall_on_one_slot_stay_apart) {
  Occurrences occurrences;
  for (std::uint64_t high = 0; high < 40; ++high) EXPECT_EQ(occurrences.count(high << 40), 1) << high;
  for (std::uint64_t high = 0; high < 40; ++high) EXPECT_EQ(occurrences.count(high << 40), 2) << high;
}

}  // namespace
}  // namespace crownstar::sternhalma
