// The time that is nobody's: while an event is being stored, while something waits for its turn, while the store
// refuses.
#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::HasSubstr;

class StandingTest : public LiveSiteTest {
 protected:
  std::string begun() {
    const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
    play({ann, ben}, id, 2);
    return id;
  }
  // Sends it, and has the store take so long for it.
  template <typename What>
  void slowly(const Person& person, const std::string& id, What what, Milliseconds time) {
    test_store->is_shut = true;
    bool is_taken = false;
    live->command(person, {id, "", {-1, 1 << 20, std::move(what), {}}}, 0ms, [&](const auto& taken) {
      EXPECT_TRUE(taken) << taken.error().reason;
      is_taken = true;
    });
    settle();
    now += time;
    live->tick();
    settle();
    EXPECT_FALSE(is_taken);
    test_store->let_through();
    ASSERT_TRUE(mailbox.run_until([&] { return is_taken; }));
    settle();
  }
  Milliseconds left(const std::string& id, std::size_t seat) { return status(id).clocks.at(seat).left; }
  void refuse(store::FailureKind kind = store::FailureKind::full) { test_store->failure = kind; }

  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(StandingTest, TheNextPlayersClockStartsWhenTheMoveIsTold) {
  const std::string id = begun();
  Attached watcher(*live, ben);
  ASSERT_TRUE(watch(watcher, id));
  now += 10s;
  slowly(ann, id, match::Move{first_legal(id)}, 4s);
  EXPECT_EQ(left(id, 0), 50s) << "who moved does not pay for the store";
  EXPECT_EQ(left(id, 1), 60s) << "nor does who could not know of it";
  const auto told = watcher.last<wire::ServerEvents>();
  EXPECT_EQ(told.status.clocks.at(1).left_ms, 60'000);
  EXPECT_EQ(told.status.deadline_at, told.now + 61'000);
  now += 7s;
  EXPECT_EQ(left(id, 1), 53s);
  play({ann, ben}, id, 1);
  EXPECT_EQ(left(id, 1), 53s);
  watcher.lost();
  restart(1h);
  settle();
  EXPECT_EQ(left(id, 1), 53s);
  EXPECT_EQ(look(id, [](const match::Match& each) { return each.moves().back().spent; }), 7s);
}

TEST_F(StandingTest, AFlagFallsAFullTimeAfterTheTurnWasTold) {
  const std::string id = begun();
  slowly(ann, id, match::Move{first_legal(id)}, 40s);
  pass(59s);
  EXPECT_EQ(turn(id), 1);
  pass(3s);
  EXPECT_EQ(status(id).ending, match::EndKind::time);
}

TEST_F(StandingTest, WhatHappensInATurnRemembersWhenTheTurnWasTold) {
  const std::string id = begun();
  play({ann, ben}, id, 2);
  slowly(ann, id, match::Move{first_legal(id)}, 4s);
  now += 7s;
  ASSERT_EQ(code_of(ann, id, match::OfferDraw{}), "");
  EXPECT_EQ(left(id, 1), 53s);
  pass(1s);  // and a sign of life
  restart(1h);
  settle();
  EXPECT_EQ(left(id, 1), 52s) << "as the stored events tell it";
  now += 2s;
  ASSERT_EQ(code_of(ben, id, match::Resign{}), "");
  EXPECT_EQ(left(id, 1), 50s);
  restart();
  EXPECT_EQ(left(id, 1), 50s);
}

TEST_F(StandingTest, WhatWaitsForItsTurnHasTheTimeAtWhichItCame) {
  const std::string id = begun();
  play({ann, ben}, id, 2);
  const std::string text = first_legal(id);
  now += 5s;
  test_store->is_shut = true;
  int answered = 0;
  const auto done = [&](const auto& taken) {
    EXPECT_TRUE(taken) << taken.error().reason;
    ++answered;
  };
  live->command(ben, {id, "", {-1, 1 << 20, match::OfferDraw{}, {}}}, 0ms, done);
  settle();
  now += 1s;
  live->command(ann, {id, "", {-1, 1 << 20, match::Move{text}, {}}}, 0ms, done);
  settle();
  now += 90s;  // longer than there is time
  test_store->let_through();
  ASSERT_TRUE(mailbox.run_until([&] { return answered == 2; }));
  EXPECT_EQ(left(id, 0), 54s);
  EXPECT_EQ(left(id, 1), 60s);
}

TEST_F(StandingTest, WhileTheStoreRefusesNoClockRuns) {
  const std::string id = begun();
  Attached watcher(*live, cyd);
  ASSERT_TRUE(watch(watcher, id));
  now += 10s;
  for (const auto kind : {store::FailureKind::full, store::FailureKind::busy, store::FailureKind::broken}) {
    SCOPED_TRACE(static_cast<int>(kind));
    const Milliseconds before = left(id, 0);
    refuse(kind);
    EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
    const auto told = watcher.last<wire::ServerEvents>();
    EXPECT_TRUE(told.events.empty());
    EXPECT_EQ(told.status.running, std::nullopt) << "everybody sees the clocks stand";
    EXPECT_EQ(told.status.deadline_at, std::nullopt);
    EXPECT_EQ(told.status.clocks.at(0).left_ms, before.count());
    for (int tries = 0; tries < 5; ++tries) {
      pass(30s);
      EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
      EXPECT_EQ(left(id, 0), before);
    }
    test_store->failure.reset();
    pass(2s);
    EXPECT_EQ(status(id).ending, std::nullopt) << "nobody's flag fell";
    EXPECT_EQ(left(id, 0), before);
    EXPECT_EQ(watcher.last<wire::ServerEvents>().status.running, 0) << "and go on, though nobody has done anything";
    pass(3s);
    EXPECT_EQ(left(id, 0), before - 3s);
  }
  play({ann, ben}, id, 1);
  EXPECT_EQ(left(id, 0), 41s);
  watcher.lost();
  restart(1min);
  settle();
  EXPECT_EQ(left(id, 0), 41s);
}

TEST_F(StandingTest, AMoveThatCanBeStoredAgainIsChargedNothingOfTheRefusal) {
  const std::string id = begun();
  now += 10s;
  refuse();
  EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
  now += 2h;
  test_store->failure.reset();
  play({ann, ben}, id, 1);
  EXPECT_EQ(left(id, 0), 50s);
  EXPECT_EQ(left(id, 1), 60s);
}

// A store that does not answer for long and then refuses has refused since it was asked.
TEST_F(StandingTest, ARefusalCountsFromWhenTheStoreWasAsked) {
  const std::string id = begun();
  now += 10s;
  test_store->is_shut = true;
  std::optional<bool> is_taken;
  live->command(ann, {id, "", {-1, 1 << 20, match::Move{first_legal(id)}, {}}}, 0ms,
                [&](const auto& taken) { is_taken = taken.has_value(); });
  settle();
  now += 80s;
  live->tick();
  settle();
  test_store->refuse_what_waits(store::FailureKind::busy);
  ASSERT_TRUE(mailbox.run_until([&] { return is_taken.has_value(); }));
  EXPECT_EQ(is_taken, false);
  pass(2s);
  EXPECT_EQ(status(id).ending, std::nullopt);
  EXPECT_EQ(left(id, 0), 50s);
}

TEST_F(StandingTest, TimeThatWasUpBeforeAnythingWasRefusedIsUp) {
  const std::string id = begun();
  refuse();
  pass(90s);  // the flag could not be stored, and nobody else has asked for anything
  EXPECT_EQ(status(id).ending, std::nullopt);
  pass(1h);
  test_store->failure.reset();
  pass(1s);
  pass(1s);
  EXPECT_EQ(status(id).ending, match::EndKind::time);
}

// The server is stopped before it has tried again: only the match knows since when its clock stood.
TEST_F(StandingTest, APauseThatIsNotOverWhenTheServerStopsIsNobodysTime) {
  const std::string id = begun();
  Attached watcher(*live, cyd);
  ASSERT_TRUE(watch(watcher, id));
  now += 10s;
  refuse();
  EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
  test_store->failure.reset();
  now += 700ms;
  bool is_closed = false;
  live->close("an upgrade", [&] { is_closed = true; });
  ASSERT_TRUE(mailbox.run_until([&] { return is_closed; }));
  EXPECT_EQ(watcher.last<wire::ServerEvents>().status.running, 0) << "heard before the goodbye";
  watcher.lost();
  restart(1h);
  settle();
  EXPECT_EQ(left(id, 0), 50s);
}

// Nor does the server wait for ever for a store that goes on refusing.
TEST_F(StandingTest, AStoreThatStillRefusesDoesNotKeepTheServerFromStopping) {
  const std::string id = begun();
  refuse();
  EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
  bool is_closed = false;
  live->close("an upgrade", [&] { is_closed = true; });
  ASSERT_TRUE(mailbox.run_until([&] { return is_closed; }));
}

// The sign of life says that the clocks ran, so it comes after the time that they did not.
TEST_F(StandingTest, ACrashBeforeTheLostTimeIsStoredChargesNobodyForIt) {
  const std::string id = begun();
  pass(10s);
  now += 300ms;
  refuse();
  EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
  pass(40s);
  test_store->failure.reset();
  for (int tick = 0; tick < 9; ++tick) pass(100ms);  // the server does not try again before a second has passed
  restart(1h);
  settle();
  EXPECT_GE(left(id, 0), 49s);
}

TEST_F(StandingTest, ACrashWhileTheStoreRefusesIsNobodysTimeEither) {
  const std::string id = begun();
  pass(10s);
  refuse();
  EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
  restart(1h);
  settle();
  EXPECT_EQ(left(id, 0), 50s);
  pass(5s);
  EXPECT_EQ(left(id, 0), 45s);
}

TEST_F(StandingTest, ARefusalIsLoggedOnceAndNotOnceATry) {
  const std::string id = begun();
  refuse();
  for (int tries = 0; tries < 4; ++tries) {
    EXPECT_EQ(code_of(ann, id, match::Move{first_legal(id)}), "store_unavailable");
    pass(2s);
  }
  EXPECT_THAT(log, Contains(HasSubstr("not stored")).Times(1));
}

TEST_F(StandingTest, AMatchReadAgainKnowsWhenItsTurnWasTold) {
  const std::string id = begun();
  slowly(ann, id, match::Move{first_legal(id)}, 4s);
  now += 1s;
  EXPECT_EQ(left(id, 1), 59s);
  refuse(store::FailureKind::taken);  // then the store is asked what it has
  EXPECT_EQ(code_of(ann, id, match::OfferTakeback{}), "store_unavailable");
  test_store->failure.reset();
  settle();
  EXPECT_EQ(left(id, 1), 59s);
}

// The process stands still, or the wall clock jumps: the live site is told so at its next look.
class LostTimeTest : public StandingTest {
 protected:
  void SetUp() override {
    lost_time = [this] { return std::exchange(lost, std::nullopt); };
    StandingTest::SetUp();
  }
  void lose(Milliseconds time) {
    lost = LostTime{now, now + time};
    now += time;
  }

  std::optional<LostTime> lost;
};

TEST_F(LostTimeTest, ItIsChargedToNobodyAndEndsNoGame) {
  const std::string id = begun();
  Attached watcher(*live, cyd);
  ASSERT_TRUE(watch(watcher, id));
  pass(10s);
  lose(1h);
  live->tick();
  EXPECT_EQ(watcher.last<wire::ServerEvents>().status.clocks.at(0).left_ms, 50'000);
  settle();
  pass(100ms);
  EXPECT_EQ(status(id).ending, std::nullopt);
  EXPECT_EQ(watcher.last<wire::ServerEvents>().status.running, 0) << "the clocks go on by themselves";
  pass(5s);
  EXPECT_NEAR(static_cast<double>(left(id, 0).count()), 45'000, 200);
  play({ann, ben}, id, 1);
  watcher.lost();
  restart(1min);
  settle();
  EXPECT_NEAR(static_cast<double>(left(id, 0).count()), 45'000, 200) << "so it is stored";
}

TEST_F(LostTimeTest, AMoveThatComesBeforeTheNextTickIsNotChargedEither) {
  const std::string id = begun();
  now += 10s;
  lose(15s);
  play({ann, ben}, id, 1);
  EXPECT_EQ(left(id, 0), 50s);
  EXPECT_EQ(left(id, 1), 60s);
}

TEST_F(LostTimeTest, WhatIsBeingStoredThenIsChargedToNobody) {
  const std::string id = begun();
  now += 10s;
  test_store->is_shut = true;
  bool is_taken = false;
  live->command(ann, {id, "", {-1, 1 << 20, match::Move{first_legal(id)}, {}}}, 0ms, [&](const auto& taken) {
    EXPECT_TRUE(taken) << taken.error().reason;
    is_taken = true;
  });
  settle();
  lose(2min);
  live->tick();
  settle();
  test_store->let_through();
  ASSERT_TRUE(mailbox.run_until([&] { return is_taken; }));
  settle();
  pass(100ms);
  pass(5s);
  EXPECT_EQ(left(id, 0), 50s);
  EXPECT_NEAR(static_cast<double>(left(id, 1).count()), 55'000, 200);
}

TEST_F(LostTimeTest, NoSeekHasGrownOlder) {
  Attached listener(*live, ann);
  SeekRequest request;
  request.terms = blitz();
  ASSERT_TRUE(answer_of<SeekResult>([&](auto done) { live->seek(ann, request, done); }));
  ASSERT_EQ(live->seeks().size(), 1U);
  lose(2h);
  pass(1s);
  pass(1s);
  EXPECT_EQ(live->seeks().size(), 1U);
}

TEST_F(LostTimeTest, AMatchThatWaitsForPlayersIsStillThere) {
  const auto made = create(ann, {blitz(), {}, false, false});
  ASSERT_TRUE(made);
  lose(48h);
  pass(1s);
  pass(1s);
  EXPECT_EQ(status(made->match).phase, match::Phase::seating);
}

TEST_F(LostTimeTest, AClockThatRanAheadGoesOnAfterAStart) {
  begun();
  pass(2s);
  std::optional<Instant> shown;
  go_on_from = [&](Instant at) { shown = at; };
  const Instant marked = now;
  restart();
  ASSERT_TRUE(shown);
  EXPECT_LE(*shown, marked);
  EXPECT_GE(*shown, marked - 2s);
}

}  // namespace
}  // namespace crownstar::live
