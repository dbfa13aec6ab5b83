// Offers in a match: a draw, a move taken back, a rematch; and how they are agreed, declined and withdrawn.
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

TEST(Offers, am_15_a_draw_is_agreed) {
  MatchFixture table(american);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "too_early");
  play(table, 2);
  EXPECT_EQ(table.tell(0, AnswerDraw{true}), "no_offer");
  EXPECT_EQ(table.tell(1, OfferDraw{}), "");
  EXPECT_EQ(table.tell(1, AnswerDraw{true}), "already_done");
  EXPECT_EQ(table.tell(0, AnswerDraw{true}), "");
  EXPECT_EQ(table.last(3), "draw_offered draw_accepted ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::agreement);
  EXPECT_TRUE(table.match.ended()->outcome.is_draw);
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 1);
}

TEST(Offers, crossed_offers_agree) {
  MatchFixture table(american);
  play(table, 2);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  EXPECT_EQ(table.tell(1, OfferDraw{}), "");
  EXPECT_EQ(table.last(2), "draw_accepted ended");
}

TEST(Offers, moving_on_declines_a_draw_and_one_is_offered_between_two_moves) {
  MatchFixture table(american);
  play(table, 2);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  play(table, 1);
  EXPECT_TRUE(table.match.status(table.now).draw);
  play(table, 1);
  EXPECT_FALSE(table.match.status(table.now).draw);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");  // it has moved since
  EXPECT_EQ(table.tell(0, AnswerDraw{false}), "");
  EXPECT_EQ(table.last(2), "draw_offered draw_declined");
  EXPECT_EQ(table.tell(0, OfferDraw{}), "already_done");
  EXPECT_EQ(table.tell(1, AnswerDraw{false}), "no_offer");
}

TEST(Offers, a_claim_is_refused_since_draws_come_by_themselves) {
  MatchFixture table(american);
  const auto refused = table.match.handle({0, 9, ClaimDraw{}, {}}, table.now);
  EXPECT_EQ(refused.error().code, refusal_code::no_claim);
  EXPECT_THAT(refused.error().reason, testing::HasSubstr("by themselves"));
}

TEST(Offers, a_draw_among_three_needs_all_who_still_play) {
  MatchFixture table(three);
  play(table, 3);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  EXPECT_EQ(table.tell(1, AnswerDraw{true}), "");
  EXPECT_EQ(table.tell(1, AnswerDraw{false}), "already_done");
  play(table, 2);  // the two who have agreed
  EXPECT_TRUE(table.match.status(table.now).draw);
  EXPECT_EQ(table.tell(2, Resign{}), "");
  EXPECT_EQ(table.last(2), "resigned ended");
  EXPECT_EQ(table.match.ended()->kind, EndKind::agreement);
  EXPECT_EQ(table.match.ended()->outcome.standings[0].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[1].place, 1);
  EXPECT_EQ(table.match.ended()->outcome.standings[2].place, 3);
}

TEST(Offers, a_draw_offer_leaves_with_the_one_who_made_it) {
  MatchFixture table(three);
  play(table, 3);
  EXPECT_EQ(table.tell(0, OfferDraw{}), "");
  EXPECT_EQ(table.tell(0, Resign{}), "");
  EXPECT_EQ(table.tell(1, AnswerDraw{true}), "no_offer");
}

TEST(Offers, taking_back_goes_to_the_last_own_turn_with_the_clocks) {
  MatchFixture table({"american", {}, {fischer(60s, 0s)}, false});
  play(table, 2);
  EXPECT_EQ(table.any_move(10s), "");
  const std::string position = table.match.game().position();
  EXPECT_EQ(table.any_move(20s), "");
  EXPECT_EQ(table.any_move(5s), "");
  table.now += 1s;
  EXPECT_EQ(table.tell(1, OfferTakeback{}), "");
  EXPECT_EQ(table.match.status(table.now).takeback->moves_left, 3);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "already_done");
  EXPECT_EQ(table.tell(0, AnswerTakeback{true}), "");
  EXPECT_EQ(table.last(3), "takeback_offered takeback_accepted taken_back");
  EXPECT_EQ(table.match.moves().size(), 3U);
  EXPECT_EQ(table.match.game().position(), position);
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_EQ(table.left(0), 50s);
  EXPECT_EQ(table.left(1), 60s);
  EXPECT_EQ(table.match.turn_since(), table.now);
  EXPECT_EQ(table.tell(1, OfferTakeback{}), "already_done");
}

TEST(Offers, taking_back_a_first_move_makes_it_untimed_again) {
  MatchFixture table({"american", {}, {fischer(60s, 0s)}, false});
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "no_takeback");
  play(table, 1);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "");
  EXPECT_EQ(table.tell(1, AnswerTakeback{true}), "");
  EXPECT_FALSE(table.match.is_clock_running());
  EXPECT_EQ(table.match.deadline(), table.now + limits::first_move_wait);
  // The position that was seen before is not the present one.
  EXPECT_EQ(table.command_after(table.match.number() - 1, 0, Move{"11-15"}), "stale");
}

TEST(Offers, a_takeback_can_be_declined_withdrawn_and_passed_over) {
  MatchFixture table(american);
  play(table, 2);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "");
  EXPECT_EQ(table.tell(1, AnswerTakeback{false}), "");
  EXPECT_EQ(table.tell(1, OfferTakeback{}), "");
  EXPECT_EQ(table.tell(1, AnswerTakeback{true}), "already_done");
  EXPECT_EQ(table.tell(1, AnswerTakeback{false}), "");
  play(table, 1);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "");
  play(table, 1);
  EXPECT_EQ(table.tell(1, AnswerTakeback{true}), "no_offer");
}

TEST(Offers, among_three_all_others_agree_to_take_back_and_nobody_comes_back) {
  MatchFixture table(three);
  play(table, 4);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "");
  EXPECT_EQ(table.tell(1, AnswerTakeback{true}), "");
  EXPECT_EQ(table.match.moves().size(), 4U);
  EXPECT_EQ(table.tell(2, AnswerTakeback{true}), "");
  EXPECT_EQ(table.match.moves().size(), 3U);
  play(table, 1);
  EXPECT_EQ(table.tell(1, Resign{}), "");
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "no_takeback");
  play(table, 2);
  EXPECT_EQ(table.tell(0, OfferTakeback{}), "");
  EXPECT_EQ(table.tell(1, AnswerTakeback{true}), "out_of_play");
  EXPECT_EQ(table.tell(2, AnswerTakeback{true}), "");
  EXPECT_EQ(table.last(1), "taken_back");
  EXPECT_EQ(table.match.game().outcome().standings[1].place, 3);
  EXPECT_EQ(table.match.seat_to_move(), 0);
}

TEST(Offers, a_rematch_is_agreed_and_named_by_the_server) {
  MatchFixture table(american);
  EXPECT_EQ(table.tell(0, OfferRematch{}), "not_over");
  EXPECT_EQ(table.tell(0, Resign{}), "");
  EXPECT_EQ(table.tell(server_seat, NameRematch{"next"}), "no_offer");
  EXPECT_EQ(table.tell(0, AnswerRematch{true}), "no_offer");
  EXPECT_EQ(table.tell(0, OfferRematch{}), "");
  EXPECT_EQ(table.tell(1, AnswerRematch{false}), "");
  EXPECT_EQ(table.tell(0, OfferRematch{}), "");
  EXPECT_EQ(table.tell(0, AnswerRematch{false}), "");
  EXPECT_EQ(table.tell(0, OfferRematch{}), "");
  EXPECT_FALSE(table.match.is_rematch_agreed());
  EXPECT_EQ(table.tell(1, OfferRematch{}), "");
  EXPECT_TRUE(table.match.is_rematch_agreed());
  EXPECT_EQ(table.tell(1, AnswerRematch{false}), "already_done");
  EXPECT_EQ(table.tell(server_seat, NameRematch{"next"}), "");
  EXPECT_EQ(table.match.status(table.now).next, "next");
  EXPECT_EQ(table.tell(server_seat, NameRematch{"other"}), "already_done");
  EXPECT_EQ(table.tell(0, OfferRematch{}), "already_done");
}

TEST(Offers, rematch_offers_are_bounded) {
  MatchFixture table(american);
  EXPECT_EQ(table.tell(0, Resign{}), "");
  for (int count = 0; count < limits::rematch_offers; ++count) {
    EXPECT_EQ(table.tell(0, OfferRematch{}), "");
    EXPECT_EQ(table.tell(0, AnswerRematch{false}), "");
  }
  EXPECT_EQ(table.tell(0, OfferRematch{}), "already_done");
  EXPECT_EQ(table.tell(1, OfferRematch{}), "");
}

TEST(Offers, an_engine_is_always_ready_for_a_rematch) {
  std::vector<Player> players = people(2);
  players[1].kind = PlayerKind::engine;
  MatchFixture table(american, players);
  EXPECT_EQ(table.tell(1, Resign{}), "");
  EXPECT_EQ(table.tell(0, OfferRematch{}), "");
  EXPECT_TRUE(table.match.is_rematch_agreed());
}

}  // namespace
}  // namespace crownstar::match
