// A match from its first seat to its end: moves, departures and refusals.
#include "site/match/match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;
using testing_match::american;
using testing_match::fischer;
using testing_match::MatchFixture;
using testing_match::people;
using testing_match::play;
using testing_match::three;

const Terms teams{"sternhalma:players=4,teams=opposite", {}, {}, false};

// 14x23 takes White's last piece.
constexpr const char* one_capture_from_the_end = "B:W18:BK14,K1";

TEST(Match, starts_when_the_last_seat_is_taken) {
  Instant now{std::chrono::days{20000}};
  Match match = *Match::replay(std::vector{*Match::created(three, now)});
  EXPECT_EQ(match.phase(), Phase::seating);
  EXPECT_EQ(match.seat_to_move(), -1);
  const std::vector<Player> players = people(4);
  const auto tell = [&](int seat, auto what) -> std::string {
    const auto batch = match.handle({seat, match.number(), what, {}}, now);
    if (!batch) return batch.error().code;
    EXPECT_TRUE(match.apply(*batch));
    return std::string(name_of(batch->back().what));
  };
  EXPECT_EQ(tell(1, Sit{players[1]}), "seated");
  EXPECT_EQ(tell(1, Sit{players[2]}), "seat_taken");
  EXPECT_EQ(tell(2, Sit{players[1]}), "already_seated");
  EXPECT_EQ(tell(3, Sit{players[2]}), "no_such_seat");
  EXPECT_EQ(tell(server_seat, Sit{players[2]}), "no_such_seat");
  EXPECT_EQ(tell(0, Sit{Player{}}), "no_such_seat");
  EXPECT_EQ(tell(0, Leave{"a"}), "seat_taken");
  EXPECT_EQ(tell(1, Move{"d6-e7"}), "not_started");
  EXPECT_EQ(tell(1, Leave{players[2].id}), "seat_taken") << "who asked had got up before";
  EXPECT_EQ(tell(1, Leave{players[1].id}), "unseated");
  EXPECT_EQ(tell(2, Sit{players[1]}), "seated");
  EXPECT_EQ(tell(1, Sit{players[2]}), "seated");
  EXPECT_EQ(tell(0, Sit{players[0]}), "started");
  EXPECT_EQ(tell(0, Leave{players[0].id}), "already_started");
  EXPECT_EQ(match.seat_to_move(), 0);
  EXPECT_EQ(match.seat_of("b"), 2);
  EXPECT_EQ(match.seat_of("d"), std::nullopt);
}

TEST(Match, an_invitation_can_be_dropped_by_the_server) {
  Instant now{std::chrono::days{20000}};
  Match match = *Match::replay(std::vector{*Match::created(three, now)});
  ASSERT_TRUE(match.apply(*match.handle({server_seat, -1, Abort{"nobody came"}, {}}, now)));
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(match.ended()->outcome.reason, "nobody came");
  EXPECT_EQ(match.handle({0, 9, OfferRematch{}, {}}, now).error().code, refusal_code::not_started);
}

TEST(Match, who_made_it_can_call_it_off_before_it_begins) {
  Instant now{std::chrono::days{20000}};
  Match match = *Match::replay(std::vector{*Match::created(three, now)});
  const Command call_off{server_seat, -1, CallOff{}, {}};
  EXPECT_FALSE(is_of_seat({0, -1, CallOff{}, {}})) << "no seat may";
  ASSERT_TRUE(match.apply(*match.handle(call_off, now)));
  EXPECT_EQ(match.ended()->kind, EndKind::abort);
  EXPECT_EQ(match.ended()->outcome.reason, "whoever made the game took it back");
  EXPECT_EQ(match.handle(call_off, now).error().code, refusal_code::over);
  MatchFixture begun(american);
  EXPECT_EQ(begun.tell(server_seat, CallOff{}), "already_started");
}

TEST(Match, a_move_is_told_in_canonical_words) {
  MatchFixture table(american);
  ASSERT_EQ(table.move(" 11-15 "), "");
  EXPECT_EQ(table.match.moves().back().text, "11-15");
  EXPECT_EQ(table.match.seat_to_move(), 1);
}

TEST(Match, a_star_keeps_every_landing_as_it_was_made) {
  const std::string position = "1:1=g8,h8,i7,h9,i9,a5,b5,b6,c5,c6:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13";
  MatchFixture table({"sternhalma:pieces=10", position, {}, false});
  EXPECT_EQ(table.move("g8-i10-i8"), "");
  EXPECT_EQ(table.match.moves().back().text, "g8-i10-i8");
}

TEST(Match, refuses_a_move_with_the_rule) {
  MatchFixture table(american);
  const auto refused = table.match.handle({0, 9, Move{"11-20"}, {}}, table.now);
  EXPECT_EQ(refused.error().code, refusal_code::illegal_move);
  EXPECT_EQ(refused.error().rule, "AM-4");
  EXPECT_EQ(table.tell(1, Move{"22-18"}), "not_your_turn");
  EXPECT_EQ(table.tell(7, Move{"22-18"}), "no_such_seat");
  EXPECT_EQ(table.tell(server_seat, Move{"11-15"}), "no_such_seat");
  EXPECT_EQ(table.tell(0, Move{std::string(5000, '1')}), "illegal_move");
}

TEST(Match, ends_by_the_rules_in_the_same_batch) {
  MatchFixture table({"american", one_capture_from_the_end, {}, false});
  EXPECT_EQ(table.move("14x23"), "");
  EXPECT_EQ(table.last(2), "moved ended");
  EXPECT_EQ(table.match.phase(), Phase::over);
  EXPECT_EQ(table.match.ended()->kind, EndKind::rules);
  EXPECT_EQ(table.match.ended()->outcome.rule, "AM-10");
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
  EXPECT_EQ(table.match.seat_to_move(), -1);
  EXPECT_EQ(table.tell(1, Move{"22-18"}), "over");
  EXPECT_EQ(table.tell(1, Resign{}), "over");
}

TEST(Match, what_was_asked_and_not_applied_leaves_no_trace) {
  MatchFixture table(american);
  ASSERT_TRUE(table.match.handle({0, 9, Move{"11-15"}, {}}, table.now));
  EXPECT_EQ(table.match.game().seat_to_move(), 0);
  EXPECT_EQ(table.move("9-13"), "");
  EXPECT_EQ(table.match.game().position(), "W:W21-32:B1-8,10-13");
  // An event that somebody else decided, while another was looked at.
  ASSERT_TRUE(table.match.handle({1, 9, Move{"22-18"}, {}}, table.now));
  ASSERT_TRUE(table.match.apply(Event{table.match.number() + 1, table.now, Moved{1, "22-17", {}, {}}}));
  EXPECT_EQ(table.match.game().position(), "B:W17,21,23-32:B1-8,10-13");
}

TEST(Match, a_stale_command_is_refused_unless_it_does_no_harm) {
  MatchFixture table(american);
  play(table, 3);
  const int before = table.match.number();
  play(table, 1);
  EXPECT_EQ(table.command_after(before, 0, Move{"9-13"}), "stale");
  EXPECT_EQ(table.command_after(before, 0, OfferDraw{}), "stale");
  EXPECT_EQ(table.command_after(before, 0, OfferTakeback{}), "stale");
  // The mover has seen its own move by making it.
  EXPECT_EQ(table.command_after(before, 1, OfferDraw{}), "");
  EXPECT_EQ(table.command_after(before, 0, AnswerDraw{true}), "stale");
  EXPECT_EQ(table.command_after(before, 0, AnswerDraw{false}), "");
  EXPECT_EQ(table.command_after(before, 0, Resign{}), "");
}

TEST(Match, can_be_aborted_before_everybody_has_moved) {
  MatchFixture table(american);
  play(table, 1);
  EXPECT_EQ(table.tell(0, Abort{}), "");
  EXPECT_EQ(table.last(2), "aborted ended");
  EXPECT_EQ(table.match.ended()->outcome.reason, "Red aborted the game");
  MatchFixture later(american);
  play(later, 2);
  EXPECT_EQ(later.tell(1, Abort{}), "too_late");
  EXPECT_EQ(later.tell(server_seat, Abort{"the engine is gone"}), "");
  EXPECT_EQ(later.match.ended()->kind, EndKind::abort);
  EXPECT_EQ(later.tell(server_seat, Abort{}), "over");
}

TEST(Match, resigning_ends_a_game_of_two) {
  MatchFixture table(american);
  EXPECT_EQ(table.tell(1, Resign{}), "");
  EXPECT_EQ(table.last(2), "resigned ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::resignation);
  EXPECT_EQ(table.match.ended()->outcome.reason, "White resigned");
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
}

TEST(Match, in_a_star_the_others_play_on_and_the_turn_is_passed) {
  MatchFixture table({three.game, {}, {fischer(60s, 0s)}, false});
  play(table, 4);
  const auto pieces = table.match.game().pieces().size();
  table.now += 5s;
  EXPECT_EQ(table.tell(1, Resign{}), "");
  EXPECT_EQ(table.last(1), "resigned");
  EXPECT_EQ(table.match.phase(), Phase::playing);
  EXPECT_EQ(table.match.seat_to_move(), 2);
  EXPECT_EQ(table.match.turn_since(), table.now);
  EXPECT_EQ(table.left(1), 55s);
  EXPECT_EQ(table.match.game().pieces().size(), pieces - 10) << "CC-22";
  EXPECT_EQ(table.match.game().outcome().standings[1].place, 3);
  EXPECT_EQ(table.tell(1, Resign{}), "out_of_play");
  EXPECT_EQ(table.tell(1, OfferDraw{}), "out_of_play");
  EXPECT_EQ(table.tell(0, Abort{}), "too_late");
  // Not at its turn: the clock of the one to move goes on.
  table.now += 3s;
  EXPECT_EQ(table.tell(0, Resign{}), "");
  EXPECT_EQ(table.last(2), "resigned ended");
  EXPECT_EQ(table.left(2), 57s);
  EXPECT_EQ(table.match.ended()->outcome.standings[2].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 2);
}

// Resigned or out of time, by the terms the pieces are taken off the board or stay on it; a replay comes to the same.
TEST(Match, CC_22_the_pieces_of_who_leaves_are_taken_off_or_stay) {
  for (const auto& [leave, left] : {std::pair("removed", 20U), std::pair("stay", 30U)}) {
    const Terms terms{"sternhalma:players=3,leave=" + std::string(leave), {}, {fischer(60s, 0s)}, false};
    MatchFixture resigned(terms);
    play(resigned, 4);
    EXPECT_EQ(resigned.tell(0, Resign{}), "");
    EXPECT_EQ(resigned.match.game().pieces().size(), left) << leave;
    MatchFixture flagged(terms);
    play(flagged, 3);
    flagged.now += 61s;
    EXPECT_EQ(flagged.tick(), "");
    EXPECT_EQ(flagged.match.game().pieces().size(), left) << leave;
    play(flagged, 4);
    const auto again = Match::replay(flagged.events);
    ASSERT_TRUE(again) << again.error().reason;
    EXPECT_EQ(again->game().position(), flagged.match.game().position());
    EXPECT_TRUE(again->game().position().ends_with(":left=1"));
  }
}

TEST(Match, a_flag_in_a_star_passes_the_turn) {
  MatchFixture table({three.game, {}, {fischer(60s, 0s)}, false});
  play(table, 3);
  table.now += 61s;
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.last(1), "flagged");
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_EQ(table.left(0), 0s);
  play(table, 2);
  EXPECT_EQ(table.match.seat_to_move(), 1);
}

TEST(Match, a_team_leaves_together) {
  MatchFixture table(teams);
  play(table, 1);
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_EQ(table.tell(3, Resign{}), "");
  EXPECT_EQ(table.last(2), "resigned ended");
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[2].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 2);
}

TEST(Match, says_what_each_seat_may_do_among_three) {
  MatchFixture table(three);
  const auto actions = [&table](int seat) { return table.match.actions(seat, table.now); };
  using enum Action;
  EXPECT_THAT(actions(0), testing::ElementsAre(move, resign, abort));
  EXPECT_THAT(actions(2), testing::ElementsAre(resign, abort));
  play(table, 2);
  EXPECT_THAT(actions(0), testing::ElementsAre(resign, abort, offer_takeback)) << "not everybody has moved";
  play(table, 1);
  EXPECT_THAT(actions(0), testing::ElementsAre(move, resign, offer_draw, offer_takeback));
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  EXPECT_THAT(actions(0), testing::ElementsAre(move, resign, decline_draw, offer_takeback));
  EXPECT_THAT(actions(1), testing::ElementsAre(resign, accept_draw, decline_draw, offer_takeback));
  EXPECT_EQ(table.tell(1, OfferTakeback{}), "");
  EXPECT_THAT(actions(1), testing::ElementsAre(resign, accept_draw, decline_draw, decline_takeback));
  EXPECT_THAT(actions(2), testing::ElementsAre(resign, accept_draw, decline_draw, accept_takeback, decline_takeback));
  EXPECT_EQ(table.tell(2, Resign{}), "");
  EXPECT_THAT(actions(2), testing::IsEmpty());
}

TEST(Match, says_what_each_seat_may_do_when_it_is_over) {
  MatchFixture table(american);
  EXPECT_EQ(table.tell(0, Resign{}), "");
  using enum Action;
  EXPECT_THAT(table.match.actions(1, table.now), testing::ElementsAre(offer_rematch));
  EXPECT_EQ(table.tell(1, OfferRematch{}), "");
  EXPECT_THAT(table.match.actions(0, table.now), testing::ElementsAre(accept_rematch, decline_rematch));
  EXPECT_THAT(table.match.actions(1, table.now), testing::ElementsAre(decline_rematch));
  EXPECT_THAT(table.match.actions(server_seat, table.now), testing::IsEmpty());
}

TEST(Match, an_event_that_does_not_follow_is_refused_and_changes_nothing) {
  MatchFixture table({"american", {}, {fischer(60s, 0s)}, false});
  play(table, 2);
  const Status before = table.match.status(table.now);
  const int next = table.match.number() + 1;
  const auto code = [&](int number, What what, Instant at) -> std::string {
    const auto applied = table.match.apply(Event{number, at, std::move(what)});
    EXPECT_EQ(table.match.status(table.now), before);
    return applied ? "" : applied.error().code;
  };
  const std::string bad(refusal_code::bad_event);
  EXPECT_EQ(code(next + 1, Resigned{0}, table.now), bad);
  EXPECT_EQ(code(next - 1, Resigned{0}, table.now), bad);
  EXPECT_EQ(code(next, Resigned{0}, table.now - 1ms), bad);
  EXPECT_EQ(code(next, Resigned{5}, table.now), bad);
  EXPECT_EQ(code(next, Moved{1, "11-15", 1s, 0s}, table.now), bad);
  EXPECT_EQ(code(next, Moved{0, "11-16x", 1s, 0s}, table.now), bad);
  EXPECT_EQ(code(next, Moved{0, "11-15", 60s, 0s}, table.now), bad);
  EXPECT_EQ(code(next, Moved{0, "11-15", -1s, 0s}, table.now), bad);
  EXPECT_EQ(code(next, Moved{0, "11-15", 1s, 5s}, table.now), bad);
  EXPECT_EQ(code(next, Ended{EndKind::rules, {}}, table.now), bad);
  EXPECT_EQ(code(next, TakenBack{0}, table.now), bad);
  EXPECT_EQ(code(next, TakebackOffered{0, 1}, table.now), bad);
  EXPECT_EQ(code(next, Started{}, table.now), bad);
  EXPECT_EQ(code(next, Created{american}, table.now), bad);
  EXPECT_EQ(code(next, DrawAccepted{0}, table.now), bad);
  EXPECT_EQ(code(next, Flagged{1}, table.now), bad);
  EXPECT_EQ(code(next, Rematched{"x"}, table.now), bad);
  EXPECT_EQ(code(next, Resumed{table.now + 1s}, table.now), bad);
}

TEST(Match, a_result_that_the_rules_do_not_give_is_refused) {
  MatchFixture table({"american", one_capture_from_the_end, {}, false});
  auto batch = *table.match.handle({0, 9, Move{"14x23"}, {}}, table.now);
  ASSERT_TRUE(table.match.apply(batch[0]));
  auto& ended = std::get<Ended>(batch[1].what);
  std::swap(ended.outcome.standings[0], ended.outcome.standings[1]);
  EXPECT_EQ(table.match.apply(batch[1]).error().code, refusal_code::bad_event);
  // In the middle of a batch nothing else may come.
  EXPECT_FALSE(table.match.apply(Event{table.match.number() + 1, table.now, Aborted{-1, "no"}}));
}

}  // namespace
}  // namespace crownstar::match
