#include "site/server/api/preview/pictures.hpp"

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::server {
namespace {

TEST(Pictures, OnlyAFewAreDrawnAtOnceAndThoseDrawnBeforeAreGivenAgain) {
  const auto game = *game::start("american");
  Pictures pictures;
  people::Instant now{std::chrono::days{20000}};
  const Bytes first = pictures.of({"m", 0}, *game, now);
  ASSERT_TRUE(first);
  for (int count = 1; count < limits::pictures_drawn.burst; ++count) {
    EXPECT_TRUE(pictures.of({"m", count}, *game, now)) << count;
  }
  EXPECT_FALSE(pictures.of({"m", 1000}, *game, now));
  EXPECT_EQ(pictures.of({"m", 0}, *game, now), first);
  now += limits::pictures_drawn.each;
  EXPECT_TRUE(pictures.of({"m", 1000}, *game, now));
  EXPECT_FALSE(pictures.of({"m", 1001}, *game, now));
}

}  // namespace
}  // namespace crownstar::server
