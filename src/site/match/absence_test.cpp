// Who goes away from a game that runs, and what the others may claim then.
#include <algorithm>

#include <gmock/gmock.h>

#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace testing_match;
using namespace std::chrono_literals;

bool may_do(const MatchFixture& table, int seat, Action action) {
  const Actions actions = table.match.actions(seat, table.now);
  return std::ranges::find(actions, action) != actions.end();
}

void play_some(MatchFixture& table, int moves) {
  for (int count = 0; count < moves; ++count) ASSERT_EQ(table.any_move(1s), "");
}

TEST(Absence, nothing_can_be_claimed_of_somebody_who_is_there) {
  MatchFixture table({"american", {}, {fischer(300s, 3s)}, false});
  play_some(table, 2);
  EXPECT_FALSE(may_do(table, 0, Action::claim_win));
  EXPECT_FALSE(may_do(table, 0, Action::claim_draw));
  EXPECT_FALSE(may_do(table, 0, Action::take_off));
  EXPECT_EQ(table.tell(0, ClaimWin{}), "no_claim");
  EXPECT_EQ(table.tell(0, ClaimDraw{}), "no_claim");
  EXPECT_EQ(table.tell(0, TakeOff{}), "no_claim");
}

TEST(Absence, who_stays_wins_of_two_when_they_claim_it) {
  MatchFixture table({"american", {}, {fischer(300s, 3s)}, false});
  play_some(table, 3);
  ASSERT_EQ(table.tell(1, Depart{}), "");
  EXPECT_TRUE(table.match.seat(1).is_away);
  EXPECT_EQ(table.match.phase(), Phase::playing) << "nothing follows by itself";
  EXPECT_TRUE(may_do(table, 0, Action::claim_win));
  EXPECT_TRUE(may_do(table, 0, Action::claim_draw));
  EXPECT_FALSE(may_do(table, 0, Action::take_off));
  EXPECT_FALSE(may_do(table, 1, Action::claim_win)) << "who is away is not left alone";
  EXPECT_EQ(table.tell(1, ClaimWin{}), "no_claim");
  ASSERT_EQ(table.tell(0, ClaimWin{}), "");
  EXPECT_EQ(table.last(2), "removed ended");
  ASSERT_TRUE(table.match.ended());
  EXPECT_EQ(table.match.ended()->kind, EndKind::absence);
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 2);
  EXPECT_EQ(table.match.withdrawals().back().way, Leaving::gone);
}

TEST(Absence, or_a_draw) {
  MatchFixture table({"international", {}, {fischer(300s, 3s)}, false});
  play_some(table, 2);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, ClaimDraw{}), "");
  EXPECT_EQ(table.last(2), "draw_claimed ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::absence);
  EXPECT_TRUE(table.match.ended()->outcome.is_draw);
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
}

TEST(Absence, who_comes_back_loses_nothing) {
  MatchFixture table({"american", {}, {fischer(300s, 3s)}, false});
  play_some(table, 3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_EQ(table.tell(0, Depart{}), "already_done");
  ASSERT_EQ(table.tell(0, Return{}), "");
  EXPECT_EQ(table.tell(0, Return{}), "already_done");
  EXPECT_FALSE(may_do(table, 1, Action::claim_win));
  EXPECT_EQ(table.tell(1, ClaimWin{}), "no_claim");
  EXPECT_EQ(table.any_move(1s), "");
}

TEST(Absence, before_everybody_has_moved_a_game_is_aborted_and_not_won) {
  MatchFixture table({"american", {}, {fischer(300s, 3s)}, true});
  play_some(table, 1);
  ASSERT_EQ(table.tell(1, Depart{}), "");
  EXPECT_EQ(table.tell(0, ClaimWin{}), "too_early");
  EXPECT_EQ(table.tell(0, ClaimDraw{}), "too_early");
  EXPECT_TRUE(may_do(table, 0, Action::abort));
}

TEST(Absence, of_three_who_is_away_is_taken_off_the_board_by_CC_22) {
  MatchFixture table({"sternhalma:players=3", {}, {}, false});
  play_some(table, 4);
  const std::size_t pieces = table.match.game().pieces().size();
  ASSERT_EQ(table.tell(2, Depart{}), "");
  EXPECT_EQ(table.tell(0, ClaimWin{}), "no_claim") << "another one plays on";
  EXPECT_EQ(table.tell(0, ClaimDraw{}), "no_claim");
  EXPECT_TRUE(may_do(table, 0, Action::take_off));
  EXPECT_TRUE(may_do(table, 1, Action::take_off));
  ASSERT_EQ(table.tell(1, TakeOff{}), "");
  EXPECT_EQ(table.last(1), "removed");
  EXPECT_EQ(table.match.phase(), Phase::playing);
  EXPECT_TRUE(table.match.seat(2).has_left);
  EXPECT_EQ(table.match.game().pieces().size(), pieces - 10);
  play_some(table, 2);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, ClaimWin{}), "");
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 1);
}

TEST(Absence, of_three_who_stays_alone_wins_against_both) {
  MatchFixture table({"sternhalma:players=3", {}, {}, false});
  play_some(table, 3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, Depart{}), "");
  EXPECT_FALSE(may_do(table, 2, Action::take_off));
  ASSERT_EQ(table.tell(2, ClaimWin{}), "");
  EXPECT_EQ(table.last(3), "removed removed ended");
  EXPECT_EQ(table.match.ended()->outcome.standings[2].place, 1);
}

TEST(Absence, a_team_is_away_when_all_of_it_is) {
  MatchFixture table({"sternhalma:players=4,teams=opposite", {}, {}, false});
  play_some(table, 4);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_EQ(table.tell(1, ClaimWin{}), "no_claim") << "their mate is there";
  EXPECT_EQ(table.tell(1, TakeOff{}), "no_claim");
  ASSERT_EQ(table.tell(2, Depart{}), "");
  ASSERT_EQ(table.tell(1, ClaimWin{}), "");
  EXPECT_EQ(table.last(2), "removed ended");
}

TEST(Absence, whoever_does_anything_is_back_by_that) {
  const auto table_with_two_away = [] {
    MatchFixture table({"american", {}, {fischer(300s, 3s)}, false});
    play_some(table, 4);
    EXPECT_EQ(table.tell(0, Depart{}), "");
    EXPECT_EQ(table.tell(1, Depart{}), "");
    return table;
  };
  MatchFixture moves = table_with_two_away();
  ASSERT_EQ(moves.match.seat_to_move(), 0);
  EXPECT_TRUE(may_do(moves, 1, Action::claim_win));
  ASSERT_EQ(moves.any_move(2s), "");
  EXPECT_EQ(moves.last(2), "returned moved");
  EXPECT_FALSE(moves.match.seat(0).is_away);
  EXPECT_EQ(moves.match.seat(0).last_done_at, moves.now);
  EXPECT_FALSE(may_do(moves, 1, Action::claim_win));
  EXPECT_EQ(moves.tell(1, ClaimWin{}), "no_claim");
  EXPECT_EQ(moves.tell(0, Return{}), "already_done") << "what the server says then is known";
  // The same position, had the server been quicker.
  MatchFixture told = table_with_two_away();
  ASSERT_EQ(told.tell(0, Return{}), "");
  ASSERT_EQ(told.any_move(2s), "");
  for (int seat = 0; seat < 2; ++seat) EXPECT_EQ(moves.match.seat(seat), told.match.seat(seat)) << seat;
  EXPECT_THAT(moves.match.actions(1, moves.now), testing::ElementsAreArray(told.match.actions(1, told.now)));
  const auto again = Match::replay(moves.events);
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->seat(0), moves.match.seat(0));
  EXPECT_EQ(again->status(moves.now), moves.match.status(moves.now));

  MatchFixture offers = table_with_two_away();
  ASSERT_EQ(offers.tell(1, OfferDraw{}), "");
  EXPECT_EQ(offers.last(2), "returned draw_offered");
  EXPECT_EQ(offers.tell(0, ClaimDraw{}), "no_claim");
  // Whoever claims something is there.
  MatchFixture claims = table_with_two_away();
  ASSERT_EQ(claims.tell(1, ClaimWin{}), "");
  EXPECT_EQ(claims.last(3), "returned removed ended");
  EXPECT_EQ(claims.match.ended()->outcome.standings[1].place, 1);
}

TEST(Absence, who_was_away_too_takes_the_others_off_and_not_themselves) {
  MatchFixture table({"sternhalma:players=3", {}, {}, false});
  play_some(table, 3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_FALSE(may_do(table, 0, Action::take_off)) << "nobody else is away";
  ASSERT_EQ(table.tell(1, Depart{}), "");
  ASSERT_TRUE(may_do(table, 0, Action::take_off));
  ASSERT_EQ(table.tell(0, TakeOff{}), "");
  EXPECT_EQ(table.last(2), "returned removed");
  EXPECT_FALSE(table.match.seat(0).has_left);
  EXPECT_TRUE(table.match.seat(1).has_left);
}

TEST(Absence, when_somebody_did_something_last_stays_known_when_it_is_taken_back) {
  MatchFixture table({"american", {}, {fischer(300s, 3s)}, false});
  play_some(table, 2);
  ASSERT_EQ(table.any_move(5s), "");
  const Instant moved_at = table.now;
  EXPECT_EQ(table.match.seat(0).last_done_at, moved_at);
  table.now += 1s;
  ASSERT_EQ(table.tell(0, OfferTakeback{}), "");
  table.now += 1s;
  ASSERT_EQ(table.tell(1, AnswerTakeback{true}), "");
  EXPECT_EQ(table.match.moves().size(), 2U);
  EXPECT_EQ(table.match.seat(0).last_done_at, moved_at + 1s);
  EXPECT_EQ(table.match.seat(1).last_done_at, moved_at + 2s);
  ASSERT_EQ(table.tell(1, Depart{}), "");
  EXPECT_EQ(table.match.seat(1).last_done_at, moved_at + 2s) << "the server said that";
}

TEST(Absence, a_computer_does_not_stay_for_its_team) {
  std::vector<Player> players = people(4);
  players[2].kind = PlayerKind::engine;  // plays with the first
  MatchFixture table({"sternhalma:players=4,teams=opposite", {}, {}, false}, players);
  play_some(table, 4);
  EXPECT_FALSE(may_do(table, 1, Action::claim_win));
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_FALSE(may_do(table, 2, Action::claim_win)) << "two others are there";
  EXPECT_TRUE(may_do(table, 1, Action::claim_win)) << "nobody else plays but a computer that belongs to who left";
  EXPECT_FALSE(may_do(table, 1, Action::take_off));
  ASSERT_EQ(table.tell(3, ClaimWin{}), "");
  EXPECT_EQ(table.last(2), "removed ended");
  EXPECT_EQ(std::get<Removed>(table.events[table.events.size() - 2].what), (Removed{0, 3})) << "the person's seat";
  EXPECT_TRUE(table.match.seat(2).has_left);
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 1);
}

TEST(Absence, a_team_of_computer_and_person_is_taken_off_as_one) {
  std::vector<Player> players = people(6);
  players[0].kind = PlayerKind::engine;  // plays with the fourth
  MatchFixture table({"sternhalma:players=6,teams=opposite", {}, {}, false}, players);
  play_some(table, 6);
  ASSERT_EQ(table.tell(3, Depart{}), "");
  EXPECT_TRUE(may_do(table, 1, Action::take_off));
  ASSERT_EQ(table.tell(1, TakeOff{}), "");
  EXPECT_EQ(table.last(1), "removed");
  EXPECT_EQ(std::get<Removed>(table.events.back().what), (Removed{3, 1}));
  EXPECT_TRUE(table.match.seat(0).has_left);
  EXPECT_TRUE(table.match.seat(3).has_left);
  EXPECT_EQ(table.match.phase(), Phase::playing);
}

TEST(Absence, a_computer_is_never_away_and_one_whose_time_is_up_loses_by_that) {
  std::vector<Player> players = people(2);
  players[1].kind = PlayerKind::engine;
  MatchFixture table({"american", {}, {}, false}, players);
  play_some(table, 2);
  EXPECT_EQ(table.tell(1, Depart{}), "already_done");

  MatchFixture timed({"american", {}, {fischer(60s, 0s)}, false});
  play_some(timed, 2);
  ASSERT_EQ(timed.tell(0, Depart{}), "");
  timed.now += 100s;
  EXPECT_EQ(timed.tell(1, ClaimDraw{}), "time_is_up");
  ASSERT_EQ(timed.tick(), "");
  EXPECT_EQ(timed.match.ended()->kind, EndKind::time);
}

TEST(Absence, a_match_from_its_events_knows_who_is_away) {
  MatchFixture table({"sternhalma:players=3", {}, {fischer(300s, 3s)}, false});
  play_some(table, 4);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(2, Depart{}), "");
  ASSERT_EQ(table.tell(2, Return{}), "");
  ASSERT_EQ(table.tell(1, TakeOff{}), "");
  const auto again = Match::replay(table.events);
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->status(table.now), table.match.status(table.now));
  EXPECT_FALSE(again->seat(2).is_away);
  EXPECT_EQ(again->withdrawals(), table.match.withdrawals());
}

}  // namespace
}  // namespace crownstar::match
