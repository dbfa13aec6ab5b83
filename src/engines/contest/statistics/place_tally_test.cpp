#include "engines/contest/statistics/place_tally.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

constexpr Finish nobody_won{1, true, true};
constexpr Finish came_first{1, false, false};
constexpr Finish came_second{2, false, false};
constexpr Finish came_last{3, false, false};

TEST(PlaceTally, CountsEveryGameOnce) {
  PlaceTally tally(3);
  tally.add_group({came_first, came_second, nobody_won});
  tally.add_group({came_last, {2, true, false}, came_first});
  EXPECT_EQ(tally.games(), 6);
  EXPECT_EQ(tally.places(), (std::vector<int>{2, 1, 1}));
  EXPECT_EQ(tally.shared(), 1);
  EXPECT_EQ(tally.undecided(), 1);
}

TEST(PlaceTally, AnUndecidedGameIsNobodysFirstPlace) {
  PlaceTally stalled(3);
  for (int group = 0; group < 4; ++group) stalled.add_group({nobody_won, nobody_won, nobody_won});
  EXPECT_EQ(stalled.first().value, 0);
  EXPECT_EQ(stalled.first_among_equals(), 0);
  EXPECT_EQ(stalled.undecided(), 12);

  PlaceTally half(3);
  half.add_group({came_first, came_second, came_last});
  half.add_group({nobody_won, nobody_won, nobody_won});
  EXPECT_DOUBLE_EQ(half.first().value, 1.0 / 6);
  EXPECT_DOUBLE_EQ(half.first_among_equals(), 1.0 / 6);
}

// Three games that are one: ten groups of which five are won in full have the error of ten games, not of thirty.
TEST(PlaceTally, TheErrorIsOfGroups) {
  PlaceTally tally(3);
  for (int group = 0; group < 10; ++group) {
    tally.add_group(group % 2 == 0 ? std::vector{came_first, came_first, came_first}
                                   : std::vector{came_last, came_last, came_last});
  }
  EXPECT_DOUBLE_EQ(tally.first().value, 0.5);
  EXPECT_NEAR(tally.first().error, 2.262 * std::sqrt(0.25 / 9), 1e-9);
}

// Engines that are alike play one game a start, and one of the seatings wins it: no seat's luck is in the error.
TEST(PlaceTally, WhatEveryStartGivesAlikeHasNoSpread) {
  PlaceTally tally(3);
  for (int group = 0; group < 100; ++group) tally.add_group({came_last, came_first, came_second});
  EXPECT_DOUBLE_EQ(tally.first().value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(tally.first().error, 0.03 * 2 / 3);
}

TEST(PlaceTally, ACleanScoreIsNoCertainty) {
  PlaceTally tally(4);
  for (int group = 0; group < 30; ++group) tally.add_group({came_first, came_first, came_first, came_first});
  EXPECT_EQ(tally.first().value, 1);
  EXPECT_DOUBLE_EQ(tally.first().error, 0.1);
}

TEST(PlaceTally, BeginsWithNothingKnown) {
  EXPECT_EQ(PlaceTally(6).first().error, 1);
  PlaceTally tally(3);
  tally.add_group({came_first, came_first, came_last});
  EXPECT_EQ(tally.first().error, 1);
}

}  // namespace
}  // namespace crownstar::contest
