#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;

class RestartTest : public LiveSiteTest {
 protected:
  // Two matches of a minute each, of which the player to move has used that much.
  std::vector<std::string> two_with_ten_seconds_gone() {
    std::vector<std::string> ids;
    for (int count = 0; count < 2; ++count) {
      ids.push_back(match_of(terms_of("american", fischer(60s, 0s)), {ann, ben}));
      play({ann, ben}, ids.back(), 2);
    }
    pass(10s);
    return ids;
  }

  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

TEST_F(RestartTest, EverythingAcknowledgedIsThereAfterACrash) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  play({ann, ben}, id, 12);
  const match::Status before = status(id);
  restart(1h);
  EXPECT_EQ(opened_with.running, 1U);
  EXPECT_EQ(status(id), before);
  play({ann, ben}, id, 4);
  EXPECT_EQ(status(id).moves, 16);
}

TEST_F(RestartTest, ARequestIsKnownAgainAfterACrash) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const auto first = move(ann, id, "11-15", "r1");
  ASSERT_TRUE(first);
  restart();
  const auto again = move(ann, id, "11-15", "r1");
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->last, first->last);
  EXPECT_EQ(status(id).moves, 1);
}

TEST_F(RestartTest, ARequestOfSeveralEventsIsAnsweredWithAllOfThem) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const auto first = command(ann, id, match::Resign{}, 1 << 20, "r1");
  ASSERT_TRUE(first);
  ASSERT_GT(first->last, first->first);
  restart();
  const auto again = command(ann, id, match::Resign{}, 1 << 20, "r1");
  ASSERT_TRUE(again) << again.error().reason;
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->last, first->last);
}

TEST_F(RestartTest, TheTimeThatTheServerWasDownIsNobodys) {
  const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  pass(10s);  // ten seconds of the first seat are gone, and the server has marked that it is alive
  ASSERT_EQ(status(id).clocks[0].left, 50s);
  restart(2h);
  settle();
  EXPECT_EQ(status(id).clocks[0].left, 50s);
  EXPECT_EQ(status(id).clocks[1].left, 60s);
  pass(20s);
  EXPECT_EQ(status(id).clocks[0].left, 30s) << "and runs on from there";
  play({ann, ben}, id, 1);
  EXPECT_EQ(status(id).clocks[0].left, 30s);
}

TEST_F(RestartTest, ACrashBeforeEverythingWasTakenUpAgainChargesNothingEither) {
  const std::vector<std::string> ids = two_with_ten_seconds_gone();
  crash();
  now += 1h;
  unread = ids.front();
  start();
  settle();
  ASSERT_EQ(live->figures().matches_in_memory, 1U);
  // One runs again, the other is still being read: then the server is down once more.
  pass(2s);
  unread.clear();
  restart(1h);
  settle();
  for (const std::string& id : ids) EXPECT_EQ(status(id).clocks[0].left, 50s);
}

// It is owed the time until then, and nothing that is stored says so.
TEST_F(RestartTest, ACrashWhileAMatchCannotBeReadChargesItNothing) {
  const std::vector<std::string> ids = two_with_ten_seconds_gone();
  crash();
  now += 1h;
  unreadable = ids.front();
  start();
  settle();
  ASSERT_EQ(live->figures().matches_in_memory, 1U);
  for (int count = 0; count < 5; ++count) pass(1s);
  unreadable.clear();
  restart(1h);
  settle();
  EXPECT_EQ(status(ids.front()).clocks[0].left, 50s);
}

TEST_F(RestartTest, ACleanStopRefusesTellsAndKeepsTheClocks) {
  const std::string id = match_of(terms_of("american", fischer(60s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  auto ear = std::make_unique<Attached>(*live, cyd);
  ASSERT_TRUE(watch(*ear, id));
  now += 7s;
  test_store->is_shut = true;
  std::optional<bool> is_taken;
  live->command(ann, {id, "r1", {-1, 1 << 20, match::Move{first_legal(id)}, {}}}, 0ms,
                [&](const auto& taken) { is_taken = taken.has_value(); });
  bool is_closed = false;
  live->close("stopping", [&] { is_closed = true; });
  EXPECT_EQ(code_of(ben, id, match::Resign{}), "stopping");
  settle();
  EXPECT_FALSE(is_closed) << "what is under way is waited for";
  test_store->let_through();
  ASSERT_TRUE(mailbox.run_until([&] { return is_closed; }));
  EXPECT_EQ(is_taken, true);
  EXPECT_EQ(ear->numbers().size(), 1U);
  EXPECT_EQ(ear->last<wire::ServerGoodbye>().reason, wire::GoodbyeReason::stopping);
  EXPECT_EQ(ear->cut_off_for, "stopping");
  ear.reset();
  restart(24h);
  settle();
  EXPECT_EQ(status(id).moves, 3);
  EXPECT_EQ(status(id).clocks[0].left, 53s);
  EXPECT_EQ(status(id).clocks[1].left, 60s);
}

TEST_F(RestartTest, AMatchThatNobodyTouchesLeavesMemoryAndComesBack) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  play({ann, ben}, id, 5);
  const match::Status before = status(id);
  pass(settings.keep_idle + 1s);
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
  EXPECT_EQ(live->figures().matches_running, 1U);
  EXPECT_EQ(status(id), before);
  EXPECT_EQ(live->figures().matches_in_memory, 1U);
  ASSERT_EQ(code_of(ann, id, match::Resign{}), "");
  Attached watcher(*live, cyd);
  ASSERT_TRUE(watch(watcher, id));
  pass(settings.keep_finished + 1s);
  EXPECT_EQ(live->figures().matches_in_memory, 1U) << "somebody looks at it";
  live->unwatch(watcher, id);
  pass(settings.keep_finished + 1s);
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
  EXPECT_EQ(live->figures().matches_running, 0U);
  ASSERT_TRUE(watch(watcher, id));
  EXPECT_EQ(watcher.last<wire::ServerSnapshot>().snapshot.status.phase, wire::Phase::over);
}

TEST_F(RestartTest, AMatchWhoseClockRunsStaysAndItsFlagFalls) {
  const std::string id = match_of(terms_of("american", fischer(3600s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  pass(settings.keep_idle + 1s);
  EXPECT_EQ(live->figures().matches_in_memory, 1U);
  restart(1s);
  settle();
  pass(2h);
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  EXPECT_EQ(found->header.ending, "time");
}

TEST_F(RestartTest, AClockThatCannotBeReadAtTheStartIsReadLaterThoughNobodyAsks) {
  const std::string id = match_of(terms_of("american", fischer(600s, 0s)), {ann, ben});
  play({ann, ben}, id, 2);
  unreadable = id;
  restart(1s);
  settle();
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
  pass(2min);
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
  test_store->unreadable.clear();
  pass(2min);
  EXPECT_EQ(live->figures().matches_in_memory, 1U);
  pass(2h);
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  EXPECT_EQ(found->header.ending, "time");
}

TEST_F(RestartTest, AWaitingMatchIsThereAfterARestartAndIsGivenUpInTheEnd) {
  const auto made = create(ann, {blitz(), {}, false, false});
  ASSERT_TRUE(made);
  restart(1min);
  EXPECT_EQ(opened_with.waiting, 1U);
  EXPECT_EQ(join(cyd, {made->match, "wrong", {}}).error().code, "bad_invitation");
  ASSERT_TRUE(join(ben, {made->match, made->code, {}}));
  EXPECT_EQ(status(made->match).phase, match::Phase::playing);
  const auto forgotten = create(ann, {blitz(), {}, false, false});
  pass(limits::waiting_match_life + 1min);
  pass(1s);
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(forgotten->match, done); });
  EXPECT_EQ(found->header.state, store::MatchState::over);
  EXPECT_EQ(found->header.ending, "abort");
}

TEST_F(RestartTest, ChatIsThereAfterARestart) {
  keep_account(ann);
  const std::string id = match_of(terms_of("american"), {ann, ben});
  const auto said = answer_of<void>([&](auto done) { live->say(ann, {id, true, "good luck"}, done); });
  ASSERT_TRUE(said) << said.error().reason;
  restart();
  Attached back(*live, ben);
  ASSERT_TRUE(watch(back, id));
  ASSERT_EQ(back.last<wire::ServerSnapshot>().snapshot.chat.size(), 1U);
  EXPECT_EQ(back.last<wire::ServerSnapshot>().snapshot.chat[0].text, "good luck");
}

TEST_F(RestartTest, ARematchThatWasCutShortIsFoundAndNotMadeTwice) {
  const std::string id = match_of(terms_of("american"), {ann, ben});
  ASSERT_EQ(code_of(ann, id, match::Resign{}), "");
  ASSERT_EQ(code_of(ann, id, match::OfferRematch{}), "");
  // The last agreement is stored, the new match too, but not that the old one is followed by it.
  std::optional<bool> is_taken;
  live->command(ben, {id, "", {-1, 1 << 20, match::AnswerRematch{true}, {}}}, 0ms, [&](const auto& taken) {
    is_taken = taken.has_value();
    test_store->is_shut = true;
  });
  ASSERT_TRUE(mailbox.run_until([&] { return is_taken.has_value(); }));
  settle();
  ASSERT_EQ(live->figures().matches_running, 1U);
  restart();
  EXPECT_EQ(opened_with.running, 1U);
  EXPECT_EQ(status(id).next, "");
  settle();
  const std::string next = status(id).next;
  EXPECT_NE(next, "");
  EXPECT_EQ(live->figures().matches_running, 1U);
  EXPECT_EQ(status(next).phase, match::Phase::playing);
}

// The account is deleted, and the process is gone before the resignation is stored.
TEST_F(RestartTest, NobodyWaitsForSomebodyWhoWasDeletedJustBeforeACrash) {
  const Person dan = account("dan");
  keep_account(dan);
  const std::string id = match_of(terms_of("american"), {dan, ben});
  play({dan, ben}, id, 4);
  bool is_gone = false;
  test_store->delete_account(dan.id, [&](const auto& outcome) { is_gone = outcome.has_value(); });
  ASSERT_TRUE(mailbox.run_until([&] { return is_gone; }));
  restart();
  settle();
  EXPECT_EQ(status(id).ending, match::EndKind::resignation);
  EXPECT_EQ(status(id).outcome.standings[1].place, 1);
}

TEST_F(RestartTest, AThousandRunningMatchesAreKnownByTheirHeaders) {
  constexpr int count = 1000;
  int made = 0;
  for (int index = 0; index < count; ++index) {
    store::MatchHeader header;
    header.id = "m" + std::to_string(index);
    header.game = "american";
    header.state = store::MatchState::running;
    header.details = "seats=2\nclock=none 0 0 0\n";
    header.seats = {{0, store::PlayerKind::guest, "ann", "Ann", 0, false}};
    test_store->create_match(header, {{"created", "unread"}}, [&](auto outcome) { made += outcome ? 1 : 0; });
  }
  ASSERT_TRUE(mailbox.run_until([&] { return made == count; }));
  restart();
  EXPECT_EQ(opened_with.running, static_cast<std::size_t>(count));
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
  // One that cannot be read is refused, and harms no other.
  EXPECT_EQ(code_of(ann, "m5", match::Resign{}), "store_unavailable");
  EXPECT_THAT(log, testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace crownstar::live
