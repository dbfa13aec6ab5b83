#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A table of three with a clock of turns. Everybody has moved once, and it is ann's turn.
class MissedTurnTest : public LiveSiteTest {
 protected:
  static match::ClockTerms turns() { return {match::ClockKind::turn, 0s, 30s, 3}; }
  std::string begun(bool is_rated = false) {
    for (const Person& person : players) keep_account(person);
    match::Terms terms = terms_of("sternhalma:players=3", turns());
    terms.is_rated = is_rated;
    const std::string id = match_of(terms, players);
    play(players, id, 3);
    return id;
  }
  int missed(const std::string& id, int seat) {
    return look(id, [seat](const match::Match& each) { return each.seat(seat).missed; });
  }
  // Her turn runs out, the computer moves, and the others move.
  void miss_round(const std::string& id) {
    pass(32s);
    ASSERT_THAT(engines.asked, SizeIs(1));
    engines.play();
    settle();
    play(players, id, 2);
    settle();
  }

  const std::vector<Person> players{account("ann"), account("ben"), account("cyd")};
};

TEST_F(MissedTurnTest, TheComputerIsAskedForOneMove) {
  const std::string id = begun();
  Attached stays(*live, players[1]);
  ASSERT_TRUE(watch(stays, id));
  pass(29s);
  EXPECT_THAT(engines.asked, IsEmpty());
  pass(3s);
  const auto told = stays.last<wire::ServerEvents>();
  ASSERT_TRUE(std::holds_alternative<wire::MatchMissed>(told.events.back()));
  ASSERT_TRUE(told.status.missed);
  EXPECT_EQ(told.status.missed->seat, 0);
  EXPECT_EQ(told.status.missed->player.name, "Steady");
  EXPECT_EQ(told.status.clocks.at(0).periods, 2);
  EXPECT_EQ(told.status.running, std::nullopt);
  ASSERT_THAT(engines.asked, SizeIs(1));
  EXPECT_EQ(engines.asked.front().seat, 0);
  EXPECT_EQ(engines.asked.front().left, std::nullopt) << "it has the time that it takes";
  EXPECT_EQ(code_of(players[0], id, match::Move{first_legal(id)}), "time_is_up");
  engines.play();
  settle();
  EXPECT_EQ(turn(id), 1);
  EXPECT_FALSE(stays.last<wire::ServerEvents>().status.missed);
  play(players, id, 3);
  EXPECT_THAT(engines.asked, IsEmpty()) << "her next turn was hers";
  EXPECT_EQ(missed(id, 0), 1);
}

TEST_F(MissedTurnTest, WithTheThirdSheIsOutAndTheOthersPlayOn) {
  const std::string id = begun();
  miss_round(id);
  miss_round(id);
  pass(32s);
  EXPECT_THAT(engines.asked, IsEmpty());
  EXPECT_TRUE(look(id, [](const match::Match& each) { return each.seat(0).has_left; }));
  EXPECT_EQ(turn(id), 1);
}

TEST_F(MissedTurnTest, ARestartKnowsWhoseMoveIsOwed) {
  const std::string id = begun();
  pass(32s);
  ASSERT_THAT(engines.asked, SizeIs(1));
  restart(1h);
  settle();
  pass(1s);
  EXPECT_EQ(missed(id, 0), 1);
  ASSERT_THAT(engines.asked, SizeIs(1));
  engines.play();
  settle();
  EXPECT_EQ(turn(id), 1);
}

TEST_F(MissedTurnTest, NoTurnIsMissedInTimeThatIsNobodys) {
  const std::string id = begun();
  pass(10s);
  restart(2h);
  settle();
  EXPECT_EQ(missed(id, 0), 0) << "the server was away";
  EXPECT_EQ(status(id).clocks[0].left, 20s);
  test_store->failure = store::FailureKind::full;
  EXPECT_EQ(code_of(players[0], id, match::Move{first_legal(id)}), "store_unavailable");
  for (int tries = 0; tries < 5; ++tries) pass(30s);
  test_store->failure.reset();
  pass(2s);
  EXPECT_EQ(missed(id, 0), 0) << "nothing could be stored";
  EXPECT_THAT(engines.asked, IsEmpty());
  play(players, id, 1);
  EXPECT_EQ(turn(id), 1);
}

TEST_F(MissedTurnTest, TheMatchIsUnratedForItsReadersAndInTheStore) {
  const std::string id = begun(true);
  Attached stays(*live, players[1]);
  ASSERT_TRUE(watch(stays, id));
  EXPECT_TRUE(stays.last<wire::ServerSnapshot>().snapshot.setup.rated);
  pass(32s);
  EXPECT_FALSE(stays.last<wire::ServerSetup>().setup.rated);
  const auto summary = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  ASSERT_TRUE(summary);
  EXPECT_FALSE(summary->header.is_rated);
}

// It can do nothing for her: her turn begins anew, and she is not out by it.
TEST_F(MissedTurnTest, AComputerThatFailsGivesTheTurnBack) {
  const std::string id = begun();
  Attached stays(*live, players[1]);
  ASSERT_TRUE(watch(stays, id));
  pass(32s);
  for (int tries = 0; tries < 3; ++tries) {
    ASSERT_THAT(engines.asked, SizeIs(1));
    engines.answer(std::unexpected(EngineFailure{"broken"}));
    pass(5s);
  }
  const auto told = stays.last<wire::ServerEvents>();
  EXPECT_TRUE(std::holds_alternative<wire::MatchStoodDown>(told.events.back()));
  EXPECT_EQ(turn(id), 0);
  EXPECT_EQ(missed(id, 0), 1);
  EXPECT_FALSE(look(id, [](const match::Match& each) { return each.seat(0).has_left; }));
  play(players, id, 1);
  EXPECT_EQ(turn(id), 1);
}

}  // namespace
}  // namespace crownstar::live
