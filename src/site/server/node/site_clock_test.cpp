#include "site/server/node/site_clock.hpp"

#include <gtest/gtest.h>

#include "site/people/throttle.hpp"

namespace crownstar::server {
namespace {

using namespace std::chrono_literals;
using Microseconds = SiteClock::Microseconds;

class SiteClockTest : public testing::Test {
 protected:
  // As the server lives: it looks ten times a second.
  void live(Microseconds time) {
    for (Microseconds past{0}; past < time; past += 100ms) {
      pass(100ms);
      EXPECT_FALSE(clock.look());
    }
  }
  void pass(Microseconds time) {
    wall += time;
    steady += time;
  }
  Microseconds shown() const { return clock.now().time_since_epoch(); }

  Microseconds wall = std::chrono::days{20'000};
  Microseconds steady = 1234s;
  SiteClock clock{[this] { return wall; }, [this] { return steady; }};
};

TEST_F(SiteClockTest, ItShowsTheTimeOfDay) {
  EXPECT_EQ(shown(), wall);
  live(60s);
  EXPECT_EQ(shown(), wall);
}

TEST_F(SiteClockTest, AStepBackIsNoStepBack) {
  live(1s);
  const auto before = clock.now();
  wall -= 1h;
  EXPECT_EQ(clock.now(), before);
  EXPECT_FALSE(clock.look()) << "nobody has lost any time";
  live(60s);
  EXPECT_GE(clock.now(), before + 59s);
  EXPECT_LE(clock.now(), before + 60s);
  for (int hours = 0; hours < 201; ++hours) live(1h);
  EXPECT_EQ(shown(), wall) << "in the end it is the time of day again";
}

TEST_F(SiteClockTest, AThrottleThatStandsOnItNeverKeepsAnybodyOutForAStepBack) {
  people::Throttle throttle({.burst = 2, .refill = 10s, .most_keys = 10});
  EXPECT_TRUE(throttle.take("ann", clock.now(), "tries"));
  wall -= 1h;
  EXPECT_TRUE(throttle.take("ann", clock.now(), "tries"));
  const auto refused = throttle.take("ann", clock.now(), "tries");
  ASSERT_FALSE(refused);
  EXPECT_LE(refused.error().retry_after, 10s);
}

TEST_F(SiteClockTest, AStepForwardIsTakenOverAndIsLostTime) {
  live(1s);
  const auto before = clock.now();
  wall += 1h;
  const auto lost = clock.look();
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->from, before);
  EXPECT_EQ(lost->to, before + 1h);
  EXPECT_EQ(shown(), wall);
  EXPECT_FALSE(clock.look());
  live(1s);
}

TEST_F(SiteClockTest, ALeapOfDaysIsInDoubtForADay) {
  wall += 23h;
  ASSERT_TRUE(clock.look());
  EXPECT_FALSE(clock.is_in_doubt());
  wall += std::chrono::days{70};
  ASSERT_TRUE(clock.look());
  EXPECT_TRUE(clock.is_in_doubt());
  live(23h);
  EXPECT_TRUE(clock.is_in_doubt());
  live(2h);
  EXPECT_FALSE(clock.is_in_doubt());
}

TEST_F(SiteClockTest, AFrozenProcessHasLostTime) {
  live(1s);
  const auto before = clock.now();
  pass(15s);
  const auto lost = clock.look();
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->from, before);
  EXPECT_EQ(lost->to, before + 15s);
  live(1s);
}

// The steady clock stands while a machine sleeps.
TEST_F(SiteClockTest, ASleepingMachineHasLostTime) {
  const auto before = clock.now();
  wall += 8h;
  steady += 50ms;
  const auto lost = clock.look();
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->from, before);
  EXPECT_EQ(lost->to, before + 8h);
}

TEST_F(SiteClockTest, ABusyMomentIsNoGap) {
  pass(1900ms);
  EXPECT_FALSE(clock.look());
}

TEST_F(SiteClockTest, ASmallDifferenceIsMadeUpForSlowly) {
  wall += 1s;
  live(100s);
  EXPECT_LT(shown(), wall);
  live(100s);
  EXPECT_EQ(shown(), wall);
}

TEST_F(SiteClockTest, ItGoesOnFromWhatItHasShownBeforeTheStart) {
  const auto before = clock.now();
  clock.go_on_from(before - 1h);
  EXPECT_EQ(clock.now(), before);
  clock.go_on_from(before + 1h);
  EXPECT_EQ(clock.now(), before + 1h);
  clock.go_on_from(before + 100 * 24h);
  EXPECT_EQ(clock.now(), before + 1h) << "that was a wrong clock";
}

}  // namespace
}  // namespace crownstar::server
