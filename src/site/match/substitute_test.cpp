// The computer plays for somebody who has gone from a game of three or more, until they are back.
#include <algorithm>

#include "site/match/match_fixture_test.hpp"
#include "site/match/record/record.hpp"

namespace crownstar::match {
namespace {

using namespace testing_match;
using namespace std::chrono_literals;

const Player computer{"steady", "Steady", PlayerKind::engine, 0, false};

class SubstituteTest : public testing::Test {
 protected:
  bool may_substitute(int seat) const {
    const Actions actions = table.match.actions(seat, table.now);
    return std::ranges::find(actions, Action::substitute) != actions.end();
  }
  void play_some(int moves) {
    for (int count = 0; count < moves; ++count) ASSERT_EQ(table.any_move(1s), "");
  }
  // As the server gives it for an engine.
  std::string move_of_computer() {
    table.now += 1s;
    const int seat = table.match.seat_to_move();
    Command command{seat, table.match.number(), Move{table.match.game().legal_moves()->front().text}, {}, true};
    const auto batch = table.match.handle(command, table.now);
    if (!batch) return batch.error().code;
    EXPECT_TRUE(table.match.apply(*batch));
    table.events.insert(table.events.end(), batch->begin(), batch->end());
    return {};
  }

  MatchFixture table{{"sternhalma:players=3", {}, {fischer(300s, 5s)}, true}};
};

TEST_F(SubstituteTest, ItPlaysForWhoIsGoneAndTheGameIsUnratedFromThenOn) {
  play_some(3);
  EXPECT_FALSE(may_substitute(1));
  EXPECT_EQ(table.tell(1, Substitute{computer}), "no_claim") << "nobody is gone";
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_TRUE(may_substitute(1));
  EXPECT_TRUE(may_substitute(2));
  EXPECT_FALSE(may_substitute(0)) << "nobody else is gone";
  EXPECT_TRUE(table.match.is_rated());
  ASSERT_EQ(table.tell(2, Substitute{computer}), "");
  EXPECT_EQ(std::get<Substituted>(table.events.back().what), (Substituted{0, computer, 2}));
  EXPECT_FALSE(table.match.is_rated());
  EXPECT_EQ(table.match.seat(0).player->id, "a") << "the seat stays theirs";
  ASSERT_NE(table.match.computer_at(0), nullptr);
  EXPECT_EQ(table.match.computer_at(0)->id, "steady");
  EXPECT_EQ(table.match.computer_at(1), nullptr);
  EXPECT_FALSE(may_substitute(1)) << "somebody plays there";
  const auto actions = table.match.actions(1, table.now);
  EXPECT_EQ(std::ranges::find(actions, Action::take_off), actions.end()) << "and nobody takes them off the board";
  ASSERT_EQ(move_of_computer(), "");
  EXPECT_EQ(table.last(1), "moved");
  EXPECT_TRUE(table.match.seat(0).is_away) << "a move of the computer is no sign of them";
}

TEST_F(SubstituteTest, WhoComesBackHasTheSeatAgain) {
  play_some(3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, Substitute{computer}), "");
  ASSERT_EQ(table.tell(0, Return{}), "");
  EXPECT_EQ(table.match.computer_at(0), nullptr);
  EXPECT_EQ(move_of_computer(), "no_such_seat") << "thought of before they were back";
  ASSERT_EQ(table.any_move(1s), "");
  EXPECT_EQ(table.last(1), "moved");
  EXPECT_FALSE(table.match.is_rated()) << "somebody else has played";
  // They leave once more, and come back with a move.
  play_some(2);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(2, Substitute{computer}), "");
  ASSERT_EQ(table.any_move(1s), "");
  EXPECT_EQ(table.last(2), "returned moved");
  EXPECT_EQ(table.match.computer_at(0), nullptr);
}

TEST_F(SubstituteTest, WhoStaysAloneMayPlayOnAgainstComputers) {
  play_some(3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(2, Depart{}), "");
  ASSERT_EQ(table.tell(1, Substitute{computer}), "");
  EXPECT_EQ(table.last(2), "substituted substituted");
  EXPECT_EQ(table.tell(1, ClaimWin{}), "no_claim") << "the others play";
}

TEST_F(SubstituteTest, OnlyAComputerOnlyAmongThreeAndNotBeforeTheGameHasBegun) {
  play_some(2);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_EQ(table.tell(1, Substitute{computer}), "too_early");
  play_some(1);
  EXPECT_EQ(table.tell(1, Substitute{people(1)[0]}), "no_such_seat");
  EXPECT_EQ(table.tell(1, Substitute{}), "no_such_seat");

  MatchFixture two({"american", {}, {fischer(300s, 5s)}, false});
  for (int count = 0; count < 2; ++count) ASSERT_EQ(two.any_move(1s), "");
  ASSERT_EQ(two.tell(0, Depart{}), "");
  EXPECT_EQ(two.tell(1, Substitute{computer}), "no_claim");
}

TEST_F(SubstituteTest, OneOfATeamIsReplacedWhileTheOtherPlaysOn) {
  MatchFixture pairs({"sternhalma:players=4,teams=opposite", {}, {}, false});
  for (int count = 0; count < 4; ++count) ASSERT_EQ(pairs.any_move(1s), "");
  ASSERT_EQ(pairs.tell(0, Depart{}), "");
  EXPECT_EQ(pairs.tell(1, TakeOff{}), "no_claim");
  ASSERT_EQ(pairs.tell(2, Substitute{computer}), "") << "by their own mate";
  ASSERT_EQ(pairs.tell(2, Depart{}), "");
  EXPECT_EQ(pairs.tell(1, Substitute{computer}), "") << "then the mate goes too";
}

TEST_F(SubstituteTest, AMatchFromItsEventsKnowsWhoPlays) {
  play_some(3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, Substitute{computer}), "");
  ASSERT_EQ(move_of_computer(), "");
  for (const bool is_back : {false, true}) {
    if (is_back) ASSERT_EQ(table.tell(0, Return{}), "");
    const auto again = Match::replay(table.events);
    ASSERT_TRUE(again) << again.error().reason;
    for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(again->seat(seat), table.match.seat(seat));
    EXPECT_EQ(again->is_rated(), table.match.is_rated());
    EXPECT_EQ(again->status(table.now), table.match.status(table.now));
  }
  const auto record = record_of(table.match);
  const auto tag = std::ranges::find(record.tags, "Seat1", [](const auto& each) { return each.name; });
  ASSERT_NE(tag, record.tags.end());
  EXPECT_EQ(tag->value, "Player a / Computer (Steady)");
}

TEST_F(SubstituteTest, EventsThatDoNotFollowAreRefused) {
  play_some(3);
  const Instant at = table.now;
  const auto is_taken = [&](const Substituted& what) {
    return table.match.apply(Event{table.match.number() + 1, at, what}).has_value();
  };
  EXPECT_FALSE(is_taken({0, computer, 1})) << "nobody is gone";
  ASSERT_EQ(table.tell(0, Depart{}), "");
  EXPECT_FALSE(is_taken({7, computer, 1}));
  EXPECT_FALSE(is_taken({0, computer, 7}));
  EXPECT_FALSE(is_taken({0, people(1)[0], 1}));
  EXPECT_FALSE(is_taken({0, computer, 0})) << "one's own seat";
  EXPECT_TRUE(is_taken({0, computer, 1}));
}

}  // namespace
}  // namespace crownstar::match
