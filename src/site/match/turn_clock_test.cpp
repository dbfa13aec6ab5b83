// A clock of turns: a turn that runs out is missed and the computer makes its move; with the last one the seat is out.
#include <algorithm>

#include "site/match/match_fixture_test.hpp"
#include "site/match/record/record.hpp"

namespace crownstar::match {
namespace {

using namespace testing_match;
using namespace std::chrono_literals;

const Player stand_in{"steady", "Steady", PlayerKind::engine, 0, false};

class TurnClockTest : public testing::Test {
 protected:
  explicit TurnClockTest(const std::string& game = "sternhalma:players=3") : table({game, {}, {turns(30s)}, true}) {}

  // As the server and the engine give them.
  std::string give(const Command& command) { return give(table, command); }
  static std::string give(MatchFixture& at, const Command& command) {
    const auto batch = at.match.handle(command, at.now);
    if (!batch) return batch.error().code;
    EXPECT_TRUE(at.match.apply(*batch));
    at.events.insert(at.events.end(), batch->begin(), batch->end());
    return {};
  }
  static Command tick() {
    Command command{server_seat, -1, Tick{}, {}};
    command.stand_in = stand_in;
    return command;
  }
  Command move_of_computer() const {
    const int seat = table.match.seat_to_move();
    return {seat, table.match.number(), Move{table.match.game().legal_moves()->front().text}, {}, true};
  }
  void play_some(int moves) {
    for (int count = 0; count < moves; ++count) ASSERT_EQ(table.any_move(1s), "");
  }
  // The turn of the seat to move runs out, and the computer moves.
  void miss() {
    table.now = *table.match.deadline();
    ASSERT_EQ(give(tick()), "");
    ASSERT_EQ(table.last(1), "missed");
    table.now += 1s;
    ASSERT_EQ(give(move_of_computer()), "");
  }
  // Everybody else moves once.
  void miss_round() {
    miss();
    play_some(table.match.seats() - 1);
  }

  MatchFixture table;
};

TEST_F(TurnClockTest, EveryTurnBeginsWhole) {
  play_some(3);
  EXPECT_EQ(table.left(0), 30s);
  table.now += 20s;
  EXPECT_EQ(table.left(0), 10s);
  ASSERT_EQ(table.any_move(), "");
  EXPECT_EQ(table.left(0), 30s) << "nothing is saved up";
  EXPECT_EQ(table.match.clock(0, table.now).periods, 3);
}

TEST_F(TurnClockTest, TheComputerMovesInATurnThatRanOutAndTheSeatKeepsItsPlayer) {
  play_some(3);
  EXPECT_TRUE(table.match.is_rated());
  table.now += 30s;
  EXPECT_EQ(give(tick()), "not_due") << "what a slow line may cost is given first";
  table.now = *table.match.deadline();
  ASSERT_EQ(give(tick()), "");
  EXPECT_EQ(std::get<Missed>(table.events.back().what), (Missed{0, stand_in}));
  EXPECT_EQ(table.match.seat_to_move(), 0);
  EXPECT_EQ(table.match.seat(0).missed, 1);
  EXPECT_EQ(table.match.clock(0, table.now).periods, 2);
  EXPECT_EQ(table.match.computer_at(0), nullptr) << "whoever has the seat is there";
  ASSERT_NE(table.match.computer_to_move(), nullptr);
  EXPECT_EQ(table.match.computer_to_move()->id, "steady");
  EXPECT_EQ(table.match.deadline(), std::nullopt) << "nobody's time runs while it searches";
  EXPECT_FALSE(table.match.is_rated());
  EXPECT_EQ(table.any_move(), "time_is_up") << "its player comes too late";
  const auto actions = table.match.actions(0, table.now);
  EXPECT_EQ(std::ranges::find(actions, Action::move), actions.end());
  table.now += 100s;
  EXPECT_EQ(give(tick()), "not_due");
  ASSERT_EQ(give(move_of_computer()), "");
  EXPECT_FALSE(table.match.moves().back().is_charged);
  EXPECT_EQ(table.match.seat_to_move(), 1);
  play_some(2);
  EXPECT_EQ(table.match.computer_to_move(), nullptr);
  EXPECT_EQ(table.left(0), 30s);
  EXPECT_EQ(give(move_of_computer()), "no_such_seat") << "only the missed turn was the computer's";
  play_some(1);
  EXPECT_EQ(table.match.seat(0).missed, 1) << "a turn that is made gives none back";
}

TEST_F(TurnClockTest, AMoveThatComesTooLateIsTheMissedTurn) {
  play_some(3);
  table.now += 32s;
  Command late{0, table.match.number(), Move{table.match.game().legal_moves()->front().text}, {}};
  late.stand_in = stand_in;
  ASSERT_EQ(give(late), "");
  EXPECT_EQ(table.last(1), "missed");
  EXPECT_TRUE(std::ranges::equal(table.match.moves(), std::vector<int>{0, 1, 2}, {}, &PlayedMove::seat));
}

TEST_F(TurnClockTest, WithTheThirdTurnMissedTheSeatIsOutAndTheOthersPlayOn) {
  play_some(3);
  miss_round();
  miss_round();
  EXPECT_EQ(table.match.clock(0, table.now).periods, 1);
  table.now = *table.match.deadline();
  ASSERT_EQ(give(tick()), "");
  EXPECT_EQ(table.last(1), "flagged");
  EXPECT_TRUE(table.match.seat(0).has_left);
  EXPECT_EQ(table.match.clock(0, table.now).periods, 0);
  EXPECT_EQ(table.match.phase(), Phase::playing);
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_EQ(table.match.withdrawals().back().way, Leaving::flagged);
}

TEST_F(TurnClockTest, AmongTwoTheThirdIsALossOnTime) {
  MatchFixture two({"american", {}, {turns(10s)}, false});
  for (int count = 0; count < 2; ++count) ASSERT_EQ(two.any_move(1s), "");
  for (int round = 0; round < 2; ++round) {
    two.now = *two.match.deadline();
    ASSERT_EQ(give(two, tick()), "");
    ASSERT_EQ(give(two, {0, two.match.number(), Move{two.match.game().legal_moves()->front().text}, {}, true}), "");
    ASSERT_EQ(two.any_move(1s), "");
  }
  two.now = *two.match.deadline();
  ASSERT_EQ(give(two, tick()), "");
  EXPECT_EQ(two.last(2), "flagged ended");
  EXPECT_EQ(two.match.ended()->kind, EndKind::time);
  EXPECT_EQ(two.match.ended()->outcome.standings[0].place, 2);
}

TEST_F(TurnClockTest, WhatIsTakenBackGivesNoMissedTurnBack) {
  play_some(3);
  miss();
  ASSERT_EQ(table.tell(0, OfferTakeback{}), "");
  ASSERT_EQ(table.tell(1, AnswerTakeback{true}), "");
  ASSERT_EQ(table.tell(2, AnswerTakeback{true}), "");
  EXPECT_EQ(table.last(1), "taken_back");
  EXPECT_EQ(table.match.seat_to_move(), 0);
  EXPECT_EQ(table.match.seat(0).missed, 1);
  EXPECT_EQ(table.match.clock(0, table.now), (ClockReading{30s, 2}));
  EXPECT_EQ(table.match.computer_to_move(), nullptr) << "the turn is theirs again";
}

TEST_F(TurnClockTest, TimeThatIsNobodysMissesNoTurn) {
  play_some(3);
  const Instant before = table.now;
  table.now += 1h;
  ASSERT_EQ(table.tell(server_seat, Resume{before + 5s}), "");
  EXPECT_EQ(give(tick()), "not_due");
  EXPECT_EQ(table.left(0), 25s);
  table.now += 24s;
  ASSERT_EQ(table.any_move(), "");
  EXPECT_EQ(table.match.seat(0).missed, 0);
}

TEST_F(TurnClockTest, WithoutAComputerTheFlagFalls) {
  play_some(3);
  table.now = *table.match.deadline();
  ASSERT_EQ(table.tick(), "");
  EXPECT_EQ(table.last(1), "flagged");
}

TEST_F(TurnClockTest, AComputerThatCannotGoOnGivesTheTurnBack) {
  play_some(3);
  EXPECT_EQ(table.tell(0, StandDown{}), "already_done");
  table.now = *table.match.deadline();
  ASSERT_EQ(give(tick()), "");
  table.now += 7s;
  ASSERT_EQ(table.tell(0, StandDown{}), "");
  EXPECT_EQ(table.last(1), "stood_down");
  EXPECT_EQ(table.left(0), 30s) << "what it took is nobody's time";
  EXPECT_EQ(table.match.seat(0).missed, 1);
  ASSERT_EQ(table.any_move(1s), "");
}

TEST_F(TurnClockTest, AnAbsentSeatIsAsItWasWhereItsSubstituteCannotGoOn) {
  play_some(3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  ASSERT_EQ(table.tell(1, Substitute{stand_in}), "");
  table.now += 9s;
  ASSERT_EQ(table.tell(0, StandDown{}), "");
  EXPECT_TRUE(table.match.seat(0).is_away);
  EXPECT_EQ(table.match.computer_at(0), nullptr);
  EXPECT_FALSE(table.match.seat(0).has_left);
  EXPECT_EQ(table.left(0), 30s);
  EXPECT_EQ(table.tell(2, Substitute{stand_in}), "") << "another one may be asked for";
}

TEST_F(TurnClockTest, WhoHasMissedATurnAndIsAwayMayBeTakenOff) {
  play_some(3);
  ASSERT_EQ(table.tell(0, Depart{}), "");
  table.now = *table.match.deadline();
  ASSERT_EQ(give(tick()), "");
  EXPECT_TRUE(table.match.seat(0).is_away) << "a turn of the computer is no sign of them";
  ASSERT_EQ(table.tell(1, TakeOff{}), "");
  EXPECT_EQ(table.match.seat_to_move(), 1);
  EXPECT_EQ(table.match.computer_to_move(), nullptr);
}

TEST_F(TurnClockTest, AMatchFromItsEventsIsTheSame) {
  play_some(3);
  miss_round();
  table.now = *table.match.deadline();
  ASSERT_EQ(give(tick()), "");
  const auto again = Match::replay(table.events);
  ASSERT_TRUE(again) << again.error().reason;
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(again->seat(seat), table.match.seat(seat));
  EXPECT_EQ(again->status(table.now), table.match.status(table.now));
  EXPECT_FALSE(again->is_rated());
  const auto record = record_of(table.match);
  const auto value_of = [&](std::string_view name) {
    const auto tag = std::ranges::find(record.tags, name, [](const auto& each) { return each.name; });
    return tag == record.tags.end() ? std::string() : tag->value;
  };
  EXPECT_EQ(value_of("TimeControl"), "1/30x3");
  EXPECT_EQ(value_of("Seat1"), "Player a / Computer (Steady)");
}

TEST_F(TurnClockTest, EventsThatDoNotFollowAreRefused) {
  play_some(3);
  const auto is_taken = [&](const What& what) {
    return table.match.apply(Event{table.match.number() + 1, table.now, what}).has_value();
  };
  EXPECT_FALSE(is_taken(Missed{1, stand_in})) << "not its turn";
  EXPECT_FALSE(is_taken(Missed{0, people(1)[0]})) << "a person makes no move for another one";
  EXPECT_FALSE(is_taken(StoodDown{0}));
  EXPECT_FALSE(is_taken(StoodDown{7}));
  EXPECT_TRUE(is_taken(Missed{0, stand_in}));
  EXPECT_FALSE(is_taken(Missed{0, stand_in})) << "once a turn";

  MatchFixture other({"american", {}, {fischer(60s, 0s)}, false});
  for (int count = 0; count < 2; ++count) ASSERT_EQ(other.any_move(1s), "");
  EXPECT_FALSE(other.match.apply(Event{other.match.number() + 1, other.now, Missed{0, stand_in}}));
}

}  // namespace
}  // namespace crownstar::match
