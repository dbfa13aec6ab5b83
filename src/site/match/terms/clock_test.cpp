#include "site/match/terms/clock.hpp"

#include <gtest/gtest.h>

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;

TEST(Clock, none_never_runs_out) {
  Clock clock;
  EXPECT_FALSE(clock.allowance());
  clock.take_move(std::chrono::hours{1000});
  EXPECT_EQ(clock.shows(5s), ClockReading{});
}

TEST(Clock, fischer_adds_a_step_after_each_move) {
  Clock clock({ClockKind::fischer, 60s, 5s, 0});
  EXPECT_EQ(clock.allowance(), 60s);
  EXPECT_EQ(clock.shows(20s).left, 40s);
  clock.take_move(20s);
  EXPECT_EQ(clock.shows(0s).left, 45s);
  EXPECT_EQ(clock.shows(46s).left, 0s);
}

TEST(Clock, fischer_without_main_time_begins_with_one_step) {
  Clock clock({ClockKind::fischer, 0s, 5s, 0});
  EXPECT_EQ(clock.allowance(), 5s);
  clock.take_move(4s);
  EXPECT_EQ(clock.allowance(), 6s);
}

TEST(Clock, delay_runs_only_after_its_step_and_saves_nothing) {
  Clock clock({ClockKind::delay, 60s, 5s, 0});
  EXPECT_EQ(clock.allowance(), 65s);
  EXPECT_EQ(clock.shows(5s).left, 60s);
  clock.take_move(1s);
  EXPECT_EQ(clock.shows(0s).left, 60s);
  clock.take_move(8s);
  EXPECT_EQ(clock.shows(0s).left, 57s);
}

TEST(Clock, byoyomi_keeps_a_period_that_a_move_was_made_within) {
  Clock clock({ClockKind::byoyomi, 60s, 10s, 3});
  EXPECT_EQ(clock.allowance(), 90s);
  EXPECT_EQ(clock.shows(59s), (ClockReading{1s, 3}));
  EXPECT_EQ(clock.shows(60s), (ClockReading{10s, 3}));
  clock.take_move(69s);
  EXPECT_EQ(clock.allowance(), 30s);
  EXPECT_EQ(clock.shows(0s), (ClockReading{10s, 3}));
  EXPECT_EQ(clock.shows(10s), (ClockReading{10s, 2}));
  clock.take_move(25s);
  EXPECT_EQ(clock.shows(0s), (ClockReading{10s, 1}));
  EXPECT_EQ(clock.shows(9999ms), (ClockReading{1ms, 1}));
  EXPECT_EQ(clock.shows(10s), ClockReading{});
  clock.take_move(9s);
  EXPECT_EQ(clock.allowance(), 10s);
}

TEST(Clock, byoyomi_without_main_time_begins_in_its_periods) {
  const Clock clock({ClockKind::byoyomi, 0s, 10s, 2});
  EXPECT_EQ(clock.shows(0s), (ClockReading{10s, 2}));
  EXPECT_EQ(clock.allowance(), 20s);
}

TEST(Clock, turns_begin_whole_and_a_few_may_be_missed) {
  Clock clock({ClockKind::turn, 0s, 30s, 3});
  EXPECT_EQ(clock.shows(10s), (ClockReading{20s, 3}));
  clock.take_move(29s);
  EXPECT_EQ(clock.allowance(), 30s);
  clock.miss_turn();
  EXPECT_EQ(clock.shows(0s), (ClockReading{30s, 2}));
  clock.miss_turn();
  EXPECT_FALSE(clock.may_miss_turn()) << "with the next one the flag falls";
  clock.take_time(30s);
  EXPECT_EQ(clock.shows(0s), ClockReading{});
  EXPECT_FALSE(Clock({ClockKind::byoyomi, 0s, 30s, 3}).may_miss_turn());
}

TEST(Clock, days_begin_anew_with_each_move) {
  Clock clock({ClockKind::days, 0s, std::chrono::days{3}, 0});
  EXPECT_EQ(clock.shows(std::chrono::days{1}).left, std::chrono::days{2});
  clock.take_move(std::chrono::days{2});
  EXPECT_EQ(clock.allowance(), std::chrono::days{3});
}

TEST(Clock, time_taken_without_a_move_is_gone) {
  Clock clock({ClockKind::fischer, 60s, 5s, 0});
  clock.take_time(20s);
  EXPECT_EQ(clock.shows(0s).left, 40s);
  clock.take_time(50s);
  EXPECT_EQ(clock.shows(0s).left, 0s);
}

}  // namespace
}  // namespace crownstar::match
