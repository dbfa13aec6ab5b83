// Time in a match: who is charged for it, how long grace periods last, and what a fallen flag does.
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;
using testing_match::byoyomi;
using testing_match::days;
using testing_match::delay;
using testing_match::fischer;
using testing_match::MatchFixture;

Terms american_with(ClockTerms clock) { return {"american", {}, {clock}, false}; }

TEST(MatchClock, the_first_move_of_each_seat_is_not_timed) {
  MatchFixture table(american_with(fischer(60s, 2s)));
  EXPECT_FALSE(table.match.is_clock_running());
  EXPECT_EQ(table.any_move(50s), "");
  EXPECT_EQ(table.any_move(59s), "");
  EXPECT_EQ(table.left(0), 60s);
  EXPECT_EQ(table.left(1), 60s);
  EXPECT_EQ(table.match.moves()[0].spent, 50s);
  EXPECT_TRUE(table.match.is_clock_running());
  EXPECT_EQ(table.any_move(10s), "");
  EXPECT_EQ(table.left(0), 52s);
  table.now += 7s;
  EXPECT_EQ(table.left(1), 53s);
  EXPECT_EQ(table.match.status(table.now).running, 1);
}

TEST(MatchClock, a_first_move_that_does_not_come_aborts) {
  MatchFixture table(american_with(fischer(60s, 2s)));
  EXPECT_EQ(table.match.deadline(), table.now + limits::first_move_wait);
  table.now += limits::first_move_wait - 1ms;
  EXPECT_EQ(table.tick(), "not_due");
  table.now += 1ms;
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.last(2), "aborted ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::abort);
  EXPECT_EQ(table.match.ended()->outcome.standings, std::vector<game::Standing>(2));
  EXPECT_FALSE(table.match.deadline());
}

TEST(MatchClock, with_days_a_first_move_has_the_days_and_without_a_clock_for_ever) {
  MatchFixture slow(american_with(days(3)));
  EXPECT_EQ(slow.match.deadline(), slow.now + std::chrono::days{3});
  MatchFixture untimed({"american", {}, {}, false});
  EXPECT_FALSE(untimed.match.deadline());
  EXPECT_EQ(untimed.any_move(1000h), "");
  EXPECT_EQ(untimed.any_move(1000h), "");
  EXPECT_EQ(untimed.any_move(1000h), "");
  EXPECT_FALSE(untimed.match.deadline());
}

// Seat 2 passes (CC-16): its pieces in the goal may not leave it, the last one is walled in at q13 until o11 goes.
TEST(MatchClock, a_first_move_after_others_have_moved_twice_is_a_flag) {
  MatchFixture table({"sternhalma:pieces=10,goal=closed",
                      "1:1=d8,h5,h6,h7,h8,o11,o12,o13,p12,p13:4=a5,b5,b6,c5,c6,c7,d5,d6,d7,q13",
                      {fischer(60s, 0s)},
                      false});
  EXPECT_EQ(table.move("h5-i5"), "");
  EXPECT_EQ(table.match.seat_to_move(), 0);
  EXPECT_TRUE(table.match.is_clock_running());
  EXPECT_EQ(table.move("h6-i6", 1s), "");
  EXPECT_EQ(table.move("o11-n10", 1s), "");
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_FALSE(table.match.is_clock_running());
  EXPECT_EQ(table.match.deadline(), table.now + limits::first_move_wait);
  table.now += limits::first_move_wait;
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.last(2), "flagged ended");
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
}

TEST(MatchClock, a_flag_loses_when_the_grace_for_lag_is_over_too) {
  MatchFixture table(american_with(fischer(10s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  EXPECT_EQ(table.match.deadline(), table.now + 10s + limits::lag_credit);
  table.now += 11s;
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.last(2), "flagged ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::time);
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 2);
  EXPECT_EQ(table.match.ended()->outcome.reason, "Red ran out of time");
  EXPECT_EQ(table.left(0), 0s);
}

TEST(MatchClock, a_move_too_late_is_answered_with_the_flag_itself) {
  MatchFixture table(american_with(fischer(10s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  EXPECT_EQ(table.any_move(10s), "");
  EXPECT_EQ(table.last(2), "flagged ended");
  EXPECT_EQ(table.match.moves().size(), 2U);
}

TEST(MatchClock, other_commands_wait_for_the_tick_when_time_is_up) {
  MatchFixture table(american_with(fischer(10s, 0s)));
  for (int count = 0; count < 4; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 11s;
  EXPECT_EQ(table.tell(1, OfferDraw{}), "time_is_up");
  EXPECT_EQ(table.tell(0, Resign{}), "time_is_up");
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.tell(0, Resign{}), "over");
}

TEST(MatchClock, lag_is_credited_as_measured_within_bounds) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  EXPECT_EQ(table.any_move(5s, 300ms), "");
  EXPECT_EQ(table.left(0), 60s - 4700ms);
  EXPECT_EQ(table.match.moves().back().credit, 300ms);
  EXPECT_EQ(table.any_move(5s, -300ms), "");
  EXPECT_EQ(table.left(1), 55s);
  // No more than the turn took, and no more than a second.
  EXPECT_EQ(table.any_move(100ms, 300ms), "");
  EXPECT_EQ(table.left(0), 60s - 4700ms);
  EXPECT_EQ(table.any_move(5s, 20s), "");
  EXPECT_EQ(table.left(1), 51s);
}

TEST(MatchClock, credit_saves_a_move_that_left_in_time) {
  MatchFixture table(american_with(fischer(10s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  EXPECT_EQ(table.any_move(10s + 200ms, 300ms), "");
  EXPECT_EQ(table.left(0), 100ms);
  EXPECT_EQ(table.match.moves().size(), 3U);
}

TEST(MatchClock, who_always_has_lag_uses_up_what_is_saved) {
  MatchFixture table(american_with(fischer(3600s, 0s)));
  for (int count = 0; count < 30; ++count) EXPECT_EQ(table.any_move(2s, 1s), "");
  Milliseconds credit{0};
  for (const PlayedMove& move : table.match.moves()) credit += move.seat == 0 ? move.credit : 0ms;
  EXPECT_LE(credit, limits::lag_saved + 15 * limits::lag_saved_by_move);
  EXPECT_EQ(table.match.moves().back().credit, limits::lag_saved_by_move);
}

TEST(MatchClock, down_time_is_nobodys) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 10s;
  const Instant down = table.now;
  table.now += 1h;
  EXPECT_EQ(table.tell(server_seat, Resume{down}), "");
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.any_move(5s), "");
  EXPECT_EQ(table.left(0), 45s);
  EXPECT_EQ(table.match.moves().back().spent, 15s);
  // Down since before the turn began, and twice in one turn.
  table.now += 1h;
  EXPECT_EQ(table.tell(server_seat, Resume{down}), "");
  table.now += 1h;
  EXPECT_EQ(table.tell(server_seat, Resume{table.now - 1h}), "");
  EXPECT_EQ(table.left(1), 60s);
  // A heartbeat from the future counts as now.
  table.now += 1s;
  EXPECT_EQ(table.tell(server_seat, Resume{table.now + 1h}), "");
  EXPECT_EQ(table.left(1), 59s);
}

TEST(MatchClock, a_turn_begins_when_it_is_told) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 4s;
  table.match.told(table.match.number(), table.now);
  EXPECT_EQ(table.left(0), 60s);
  EXPECT_EQ(table.match.deadline(), table.now + 61s);
  EXPECT_EQ(table.any_move(10s), "");
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.match.moves().back().spent, 10s);
  EXPECT_EQ(table.events.back().held, 4s) << "the two together are what has passed since the turn was given";
  // Told of something that gave no turn: it goes on as it was.
  table.now += 1s;
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  table.match.told(table.match.number(), table.now + 1s);
  EXPECT_EQ(table.left(1), 59s);
}

TEST(MatchClock, a_clock_that_stood_runs_on_when_that_is_told) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 10s;
  const Instant since = table.now;
  table.now += 1min;
  EXPECT_EQ(table.tell(server_seat, Resume{since}), "");
  const int resumed = table.match.number();
  table.now += 30s;  // until it is stored
  table.match.told(resumed, table.now);
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.match.deadline(), table.now + 51s);
  EXPECT_EQ(table.any_move(5s), "");
  EXPECT_EQ(table.match.moves().back().spent, 15s);
  EXPECT_EQ(table.events.back().held, 30s);
  EXPECT_EQ(Match::replay(table.events)->clock(0, table.now).left, 45s);
  // It is said of the next turn no more.
  table.match.told(resumed, table.now);
  table.now += 7s;
  EXPECT_EQ(table.left(1), 53s);
}

TEST(MatchClock, what_an_event_says_was_held_is_not_held_again) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 3; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 10s;
  EXPECT_EQ(table.tell(server_seat, Resume{table.now}), "");
  const int resumed = table.match.number();
  table.now += 5s;
  table.match.told(resumed, table.now);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  EXPECT_EQ(table.events.back().held, 5s);
  // Another node hears of both a second later.
  auto elsewhere = Match::replay(table.events);
  ASSERT_TRUE(elsewhere);
  elsewhere->told(resumed, table.now + 1s);
  EXPECT_EQ(elsewhere->clock(1, table.now + 1s).left, 50s);
}

TEST(MatchClock, the_first_event_of_a_turn_says_how_late_it_was_told) {
  for (const bool is_told : {false, true}) {
    MatchFixture table(american_with(fischer(60s, 0s)));
    for (int count = 0; count < 3; ++count) EXPECT_EQ(table.any_move(), "");
    const Milliseconds late = is_told ? 4s : 0s;
    table.now += late;
    if (is_told) table.match.told(table.match.number(), table.now);
    table.now -= late;
    EXPECT_EQ(table.tell(0, OfferDraw{}), "") << "nothing happens before the turn was told";
    EXPECT_EQ(table.events.back().held, late);
    table.now += late + 10s;
    EXPECT_EQ(table.tell(1, AnswerDraw{false}), "");
    EXPECT_EQ(table.events.back().held, 0s);
    EXPECT_EQ(table.left(1), 50s);
    EXPECT_EQ(Match::replay(table.events)->clock(1, table.now).left, 50s);
    EXPECT_EQ(table.tell(server_seat, Resume{table.now - 5s}), "");
    EXPECT_EQ(table.left(1), 55s);
    EXPECT_EQ(table.tell(1, Resign{}), "");
    EXPECT_EQ(Match::replay(table.events)->clock(1, table.now).left, 55s);
  }
}

TEST(MatchClock, an_event_told_in_the_future_is_bad) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 3; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 2s;
  Event event{table.match.number() + 1, table.now, DrawOffered{0}, 2001ms};
  EXPECT_EQ(table.match.apply(event).error().code, refusal_code::bad_event);
  event.held = -1ms;
  EXPECT_EQ(table.match.apply(event).error().code, refusal_code::bad_event);
  EXPECT_EQ(table.left(1), 58s) << "nothing has changed";
  event.held = 2000ms;
  EXPECT_TRUE(table.match.apply(event));
  EXPECT_EQ(table.left(1), 60s);
}

TEST(MatchClock, clocks_that_stand_are_shown_standing_until_the_next_event) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 10s;
  const Instant since = table.now;
  table.match.stand_still(since);
  table.now += 1h;
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.match.status(table.now).running, -1);
  EXPECT_FALSE(table.match.status(table.now).deadline);
  EXPECT_EQ(table.tell(server_seat, Resume{since}), "");
  EXPECT_EQ(table.match.status(table.now).running, 0);
  EXPECT_EQ(table.match.status(table.now).deadline, table.now + 51s);
}

TEST(MatchClock, odds_are_a_clock_of_ones_own) {
  MatchFixture table({"american", {}, {fischer(60s, 0s), byoyomi(0s, 5s, 2)}, false});
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  EXPECT_EQ(table.any_move(30s), "");
  EXPECT_EQ(table.any_move(6s), "");
  EXPECT_EQ(table.match.clock(0, table.now), (ClockReading{30s, 0}));
  EXPECT_EQ(table.match.clock(1, table.now), (ClockReading{5s, 1}));
}

TEST(MatchClock, with_seconds_a_turn_the_third_turn_that_is_too_long_is_the_last) {
  MatchFixture table({"sternhalma:players=3", {}, {byoyomi(0s, 30s, 3)}, false});
  for (int count = 0; count < 3; ++count) EXPECT_EQ(table.any_move(), "");
  const auto round = [&](std::chrono::seconds first) {
    EXPECT_EQ(table.any_move(first), "");
    for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(29s), "");
  };
  round(31s);
  EXPECT_EQ(table.match.clock(0, table.now).periods, 2);
  round(29s);
  EXPECT_EQ(table.match.clock(0, table.now).periods, 2) << "a turn in time costs nothing";
  round(31s);
  EXPECT_EQ(table.match.clock(0, table.now).periods, 1);
  EXPECT_EQ(table.match.clock(1, table.now).periods, 3);
  EXPECT_EQ(table.any_move(31s), "");
  EXPECT_EQ(table.last(1), "flagged");
  EXPECT_TRUE(table.match.seat(0).has_left);
  EXPECT_EQ(table.match.phase(), Phase::playing) << "the others play on";
}

TEST(MatchClock, only_one_side_may_have_a_clock) {
  MatchFixture table({"american", {}, {ClockTerms{}, delay(0s, 10s)}, false});
  EXPECT_EQ(table.any_move(5h), "");
  EXPECT_EQ(table.any_move(5s), "");
  EXPECT_EQ(table.match.status(table.now).running, -1);
  EXPECT_EQ(table.any_move(5h), "");
  EXPECT_EQ(table.match.status(table.now).running, 1);
  EXPECT_EQ(table.any_move(10s), "");
  EXPECT_EQ(table.last(2), "flagged ended");
}

TEST(MatchClock, a_time_before_the_last_event_counts_as_that_events) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  EXPECT_EQ(table.any_move(5s), "");
  const Instant last = table.now;
  EXPECT_EQ(table.any_move(-3s), "");
  EXPECT_EQ(table.events.back().at, last);
}

TEST(MatchClock, the_clock_stops_when_the_game_ends) {
  MatchFixture table(american_with(fischer(60s, 0s)));
  for (int count = 0; count < 2; ++count) EXPECT_EQ(table.any_move(), "");
  table.now += 10s;
  EXPECT_EQ(table.tell(1, Resign{}), "");
  table.now += 10s;
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.match.status(table.now).running, -1);
}

}  // namespace
}  // namespace crownstar::match
