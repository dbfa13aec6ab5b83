#include "rules/board/points.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace crownstar::board {
namespace {

TEST(Points, hold_what_was_put_in) {
  Points<4> points{};
  EXPECT_TRUE(points.is_empty());
  for (const int point : {0, 63, 64, 200, 255}) points.insert(point);
  points.erase(64);
  points.toggle(200);
  points.toggle(201);
  std::vector<int> seen;
  points.for_each([&](int point) { seen.push_back(point); });
  EXPECT_EQ(seen, (std::vector<int>{0, 63, 201, 255}));
  EXPECT_EQ(points.count(), 4);
  EXPECT_EQ(points.first(), 0);
  EXPECT_TRUE(points.contains(255));
  EXPECT_FALSE(points.contains(64));
  EXPECT_TRUE(points.any_of([](int point) { return point > 254; }));
  EXPECT_FALSE(points.any_of([](int point) { return point == 64; }));
}

TEST(Points, combine_as_sets) {
  const auto one = Points<2>::single(3);
  const auto other = Points<2>::single(100);
  const auto both = one | other;
  EXPECT_EQ(both.count(), 2);
  EXPECT_EQ(both & other, other);
  EXPECT_EQ(both.without(one), other);
  EXPECT_TRUE(one.is_within(both));
  EXPECT_FALSE(both.is_within(one));
  EXPECT_TRUE(both.meets(other));
  EXPECT_FALSE(one.meets(other));
}

}  // namespace
}  // namespace crownstar::board
