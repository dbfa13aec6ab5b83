#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/live/scenarios/nodes_test.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;

// Who goes away from a game that runs, by connections and the clock.
class AbsenceTest : public LiveSiteTest {
 protected:
  std::vector<int> away(const std::string& id) {
    return look(id, [](const match::Match& each) {
      std::vector<int> seats;
      for (int seat = 0; seat < each.seats(); ++seat) {
        if (each.seat(seat).is_away) seats.push_back(seat);
      }
      return seats;
    });
  }

  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const match::Terms timed = terms_of("american", fischer(600s, 5s));
};

TEST_F(AbsenceTest, AfterHalfAMinuteTheWinMayBeClaimed) {
  const std::string id = match_of(timed, {ann, ben});
  Attached stays(*live, ann);
  ASSERT_TRUE(watch(stays, id));
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 4);
  }
  pass(1s);
  EXPECT_EQ(stays.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false})) << "seen leaving at once";
  pass(28s);
  EXPECT_THAT(away(id), IsEmpty());
  EXPECT_EQ(code_of(ann, id, match::ClaimWin{}), "no_claim");
  pass(2s);
  EXPECT_THAT(away(id), ElementsAre(1));
  EXPECT_THAT(stays.last<wire::ServerEvents>().status.away, ElementsAre(1));
  EXPECT_EQ(code_of(ben, id, match::ClaimWin{}), "no_claim");
  ASSERT_EQ(code_of(ann, id, match::ClaimWin{}), "");
  EXPECT_EQ(status(id).ending, match::EndKind::absence);
  EXPECT_EQ(status(id).outcome.standings[0].place, 1);
}

TEST_F(AbsenceTest, TheOthersAreToldWhenTheyMayClaim) {
  const std::string id = match_of(timed, {ann, ben});
  Attached stays(*live, ann);
  ASSERT_TRUE(watch(stays, id));
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 3);
    EXPECT_THAT(stays.last<wire::ServerPresence>().claims_at, IsEmpty()) << "everybody is there";
  }
  const Instant left = now;
  EXPECT_THAT(stays.last<wire::ServerPresence>().claims_at, ElementsAre(0, wire::to_wire(left + 30s)));
  EXPECT_EQ(stays.last<wire::ServerPresence>().now, wire::to_wire(left));
  pass(10s);
  play({ann, ben}, id, 1);  // by a program that needs no connection for it
  pass(1s);
  EXPECT_THAT(stays.last<wire::ServerPresence>().claims_at, ElementsAre(0, wire::to_wire(left + 40s)));
  Attached back(*live, ben);
  ASSERT_TRUE(watch(back, id));
  EXPECT_THAT(stays.last<wire::ServerPresence>().claims_at, IsEmpty());
}

TEST_F(AbsenceTest, ALineThatBreaksForAMomentCostsNothing) {
  const std::string id = match_of(timed, {ann, ben});
  for (int round = 0; round < 4; ++round) {
    {
      Attached blinks(*live, ben);
      ASSERT_TRUE(watch(blinks, id));
      play({ann, ben}, id, 2);
    }
    pass(20s);
    EXPECT_THAT(away(id), IsEmpty());
  }
}

TEST_F(AbsenceTest, WhoComesBackAfterLongIsThereAgain) {
  const std::string id = match_of(timed, {ann, ben});
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 4);
  }
  pass(31s);
  ASSERT_THAT(away(id), ElementsAre(1));
  Attached back(*live, ben);
  ASSERT_TRUE(watch(back, id));
  pass(10ms);
  EXPECT_THAT(away(id), IsEmpty());
  EXPECT_EQ(code_of(ann, id, match::ClaimWin{}), "no_claim");
}

TEST_F(AbsenceTest, WhoMovesIsThereWhereverFromAndWhoWasNeverThereHasNotLeft) {
  const std::string id = match_of(timed, {ann, ben});
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 3);
  }
  pass(20s);
  play({ann, ben}, id, 1);
  pass(20s);
  EXPECT_THAT(away(id), IsEmpty()) << "their move counts, and ann has never opened the table";
  pass(11s);
  EXPECT_THAT(away(id), ElementsAre(1));
}

TEST_F(AbsenceTest, WhoTookAMoveBackOrAnsweredWasThere) {
  const std::string id = match_of(timed, {ann, ben});
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 3);
  }
  pass(20s);
  ASSERT_EQ(code_of(ann, id, match::OfferTakeback{}), "");
  ASSERT_EQ(code_of(ben, id, match::AnswerTakeback{true}), "");
  pass(20s);
  EXPECT_THAT(away(id), IsEmpty()) << "an answer without a connection, 20 seconds ago";
  pass(11s);
  EXPECT_THAT(away(id), ElementsAre(1));
}

TEST_F(AbsenceTest, WhatIsClaimedAfterTheReturnIsRefusedThoughNobodyHasBeenToldYet) {
  const std::string id = match_of(timed, {ann, ben});
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, id));
    play({ann, ben}, id, 4);
  }
  pass(31s);
  ASSERT_THAT(away(id), ElementsAre(1));
  Attached back(*live, ben);
  ASSERT_TRUE(watch(back, id));
  // No time passes, so the server has not looked at the match again.
  ASSERT_THAT(away(id), ElementsAre(1));
  EXPECT_EQ(code_of(ann, id, match::ClaimWin{}), "no_claim");
  EXPECT_THAT(away(id), IsEmpty());
  EXPECT_EQ(status(id).phase, match::Phase::playing);
}

TEST_F(AbsenceTest, WithoutAClockOneWaitsLongerAndWithDaysForEver) {
  const std::string casual = match_of(terms_of("american"), {ann, ben});
  const std::string slow =
      match_of(terms_of("american", {match::ClockKind::days, 0ms, std::chrono::days{3}, 0}), {ann, ben});
  {
    Attached leaves(*live, ben);
    ASSERT_TRUE(watch(leaves, casual));
    ASSERT_TRUE(watch(leaves, slow));
    play({ann, ben}, casual, 4);
    play({ann, ben}, slow, 4);
  }
  pass(std::chrono::minutes{4});
  EXPECT_THAT(away(casual), IsEmpty());
  pass(std::chrono::minutes{2});
  EXPECT_THAT(away(casual), ElementsAre(1));
  EXPECT_THAT(away(slow), IsEmpty());
}

TEST_F(AbsenceTest, ARestartOfTheServerIsNobodysAbsence) {
  const std::string id = match_of(timed, {ann, ben});
  {
    Attached there(*live, ben);
    ASSERT_TRUE(watch(there, id));
    play({ann, ben}, id, 4);
  }
  pass(5s);
  restart(60s);
  pass(31s);
  EXPECT_THAT(away(id), IsEmpty());
}

class AbsenceOnNodesTest : public NodesTest {};

TEST_F(AbsenceOnNodesTest, WhoIsAtAnotherNodeIsThereAndWhoLeftThatOneIsAway) {
  const std::string id = match_of(terms_of("american", fischer(600s, 5s)), {ann, ben});
  Attached stays(*live, ann);
  ASSERT_TRUE(watch(stays, id));
  play({ann, ben}, id, 4);
  const std::size_t before = stored_events(id);
  {
    Attached there(*second, ben);
    watch_on(*second, there, id);
    settle();
    {
      Attached here(*live, ben);
      ASSERT_TRUE(watch(here, id));
    }
    for (int count = 0; count < 20; ++count) both_pass(2s);
    EXPECT_EQ(stored_events(id), before) << "at the other node";
  }
  settle();
  for (int count = 0; count < 20; ++count) both_pass(2s);
  EXPECT_EQ(stored_events(id), before + 1) << "Departed, once";
  ASSERT_TRUE(command(ann, id, match::ClaimDraw{}));
  settle();
  EXPECT_EQ(status_on(*second, id).ending, match::EndKind::absence);
}

TEST_F(AbsenceOnNodesTest, WhoHasJustMovedAtTheOtherNodeIsNotTakenForAwayByAnOlderCopy) {
  const std::string id = match_of(terms_of("american", fischer(600s, 5s)), {ann, ben});
  Attached stays(*live, ann);
  ASSERT_TRUE(watch(stays, id));
  {
    Attached here(*live, ben);
    ASSERT_TRUE(watch(here, id));
    ASSERT_TRUE(move(ann, id, "11-15"));
    ASSERT_TRUE(move(ben, id, "22-18"));
    ASSERT_TRUE(move(ann, id, "15x22"));
    settle();
  }
  settle();
  const std::size_t before = stored_events(id);
  for (int count = 0; count < 13; ++count) both_pass(2s);
  exchange->cut();  // this node is not told that he moves
  ASSERT_TRUE(move_on(*second, ben, id, "25x18"));
  for (int count = 0; count < 5; ++count) both_pass(2s);
  EXPECT_EQ(stored_events(id), before + 1) << "his move, and nothing else";
  EXPECT_FALSE(command(ann, id, match::ClaimWin{}));
}

}  // namespace
}  // namespace crownstar::live
