#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using std::chrono::days;
using testing::HasSubstr;
using testing::IsEmpty;

// What nobody needs any more, and what more than one wants at the same time.
class QuietTest : public LiveSiteTest {
 protected:
  // Until everything that is due has been dealt with, some of it after being read.
  void look_around() {
    for (int round = 0; round < 3; ++round) pass(100ms);
  }

  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const match::Terms casual = terms_of("american");  // without a clock
};

TEST_F(QuietTest, AGameThatNobodyBeganEndsAfterADay) {
  const std::string id = match_of(casual, {ann, ben});
  play({ann, ben}, id, 1);
  pass(std::chrono::hours{23});
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  pass(std::chrono::hours{2});
  look_around();
  EXPECT_EQ(status(id).ending, match::EndKind::abort);
  EXPECT_THAT(status(id).outcome.reason, HasSubstr("nobody began to play"));
}

TEST_F(QuietTest, AGameWithoutAClockThatIsPlayedNoMoreEndsWithoutAResult) {
  const std::string id = match_of(casual, {ann, ben});
  play({ann, ben}, id, 6);
  pass(days{13});
  look_around();
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  play({ann, ben}, id, 1);
  pass(days{13});
  look_around();
  EXPECT_EQ(status(id).phase, match::Phase::playing) << "the last move counts";
  Attached watcher(*live, ben);
  ASSERT_TRUE(watch(watcher, id));
  pass(days{1} + 1h);
  look_around();
  EXPECT_EQ(status(id).ending, match::EndKind::abort);
  EXPECT_EQ(status(id).outcome.reason, "nobody has played for 14 days: closed without a result");
  EXPECT_TRUE(watcher.has_heard("closed without a result")) << "who is there is told";
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  EXPECT_EQ(found->header.state, store::MatchState::over);
}

TEST_F(QuietTest, WhatWasLeftBeforeARestartEndsToo) {
  const std::string id = match_of(casual, {ann, ben});
  play({ann, ben}, id, 6);
  pass(days{3});
  restart(days{10});
  look_around();
  EXPECT_EQ(live->figures().matches_running, 1U);
  pass(days{1} + 1h);
  look_around();
  EXPECT_EQ(live->figures().matches_running, 0U);
  EXPECT_EQ(status(id).ending, match::EndKind::abort);
}

TEST_F(QuietTest, ALongPauseOfTheServerLeavesTimeToComeBack) {
  const std::string id = match_of(casual, {ann, ben});
  play({ann, ben}, id, 6);
  restart(days{100});
  look_around();
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  play({ann, ben}, id, 1);
  pass(days{1});
  look_around();
  EXPECT_EQ(status(id).phase, match::Phase::playing);
}

TEST_F(QuietTest, ADiskThatIsFullOnlyDelaysTheEnd) {
  const std::string id = match_of(casual, {ann, ben});
  play({ann, ben}, id, 6);
  test_store->failure = store::FailureKind::full;
  pass(days{15});
  look_around();
  EXPECT_EQ(live->figures().matches_running, 1U);
  test_store->failure.reset();
  pass(5s);
  look_around();
  EXPECT_EQ(status(id).ending, match::EndKind::abort);
}

TEST_F(QuietTest, AGameByDaysIsLeftToItsClock) {
  const std::string id = match_of(terms_of("american", {match::ClockKind::days, 0ms, days{20}, 0}), {ann, ben});
  play({ann, ben}, id, 4);
  pass(days{19});
  look_around();
  EXPECT_EQ(status(id).phase, match::Phase::playing);
  pass(days{2});
  look_around();
  EXPECT_EQ(status(id).ending, match::EndKind::time);
}

class SmallServerTest : public QuietTest {
 protected:
  void SetUp() override {
    settings.most_in_memory = 3;
    settings.most_unfinished = 8;
    QuietTest::SetUp();
  }
  Person player(int number) { return guest("p" + std::to_string(number)); }
};

TEST_F(SmallServerTest, WhatNobodyNeedsMakesRoomAndComesBack) {
  std::vector<std::string> ids;
  for (int number = 0; number < 6; ++number) {
    ids.push_back(match_of(casual, {player(number), ben}));
    play({player(number), ben}, ids.back(), 2);
    now += 1s;
  }
  EXPECT_LE(live->figures().matches_in_memory, 3U);
  EXPECT_EQ(live->figures().matches_running, 6U);
  for (int number = 0; number < 6; ++number) {
    EXPECT_EQ(status(ids[static_cast<std::size_t>(number)]).moves, 2);
    play({player(number), ben}, ids[static_cast<std::size_t>(number)], 1);
  }
  EXPECT_LE(live->figures().matches_in_memory, 3U);
}

TEST_F(SmallServerTest, WhatIsWatchedStaysAndTheRestIsRefusedPlainly) {
  std::vector<std::unique_ptr<Attached>> ears;
  std::vector<std::string> ids;
  for (int number = 0; number < 3; ++number) {
    ids.push_back(match_of(casual, {player(number), ben}));
    ears.push_back(std::make_unique<Attached>(*live, player(number)));
    ASSERT_TRUE(watch(*ears.back(), ids.back()));
  }
  const auto refused = create(ann, {casual, {}, false, false});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "busy");
  ears.pop_back();
  EXPECT_TRUE(create(ann, {casual, {}, false, false}));
  EXPECT_EQ(live->figures().matches_in_memory, 3U);
}

TEST_F(SmallServerTest, AFullServerTakesNoMoreMatchesAndNoSeeks) {
  for (int number = 0; number < 8; ++number) ASSERT_TRUE(create(player(number), {casual, {}, false, true}));
  const auto refused = create(ann, {casual, {}, false, true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "busy");
  SeekRequest request;
  request.terms = blitz();
  const auto sought = answer_of<SeekResult>([&](auto done) { live->seek(ann, request, done); });
  ASSERT_FALSE(sought);
  EXPECT_EQ(sought.error().code, "busy");
  // A finished game is looked at all the same.
  const auto waiting = live->lobby_matches();
  ASSERT_THAT(waiting, testing::SizeIs(8));
  pass(days{1} + 1h);
  look_around();
  EXPECT_EQ(live->figures().matches_waiting, 0U);
  EXPECT_EQ(status(waiting.front().header.id).ending, match::EndKind::abort);
  EXPECT_TRUE(create(ann, {casual, {}, false, true})) << "and then there is room again";
}

TEST_F(QuietTest, TheFiguresAreThoseOfTheTables) {
  const std::string first = match_of(casual, {ann, ben});
  ASSERT_TRUE(create(ann, {casual, {}, false, true}));
  {
    Attached one(*live, guest("cyd"));
    Attached other(*live, guest("dan"));
    ASSERT_TRUE(watch(one, first));
    ASSERT_TRUE(watch(other, first));
    EXPECT_EQ(live->figures().spectators, 2U);
    EXPECT_EQ(live->figures().matches_running, 1U);
    EXPECT_EQ(live->figures().matches_waiting, 1U);
    EXPECT_EQ(live->figures().matches_in_memory, 2U);
  }
  EXPECT_EQ(live->figures().spectators, 0U);
  ASSERT_TRUE(command(ann, first, match::Resign{}));
  EXPECT_EQ(live->figures().matches_running, 0U);
  pass(days{1} + 1h);
  look_around();
  look_around();
  pass(1h);
  EXPECT_EQ(live->figures().matches_waiting, 0U);
  EXPECT_EQ(live->figures().matches_in_memory, 0U);
}

TEST_F(QuietTest, WhoLeavesWhileTheMatchIsBeingReadDoesNotWatchIt) {
  const std::string id = match_of(casual, {ann, ben});
  restart();
  Attached ear(*live, guest("cyd"));
  settle();
  int answers = 0;
  live->watch(ear, id, -1, [&](const auto&) { ++answers; });
  live->unwatch(ear, id);
  settle();
  EXPECT_THAT(ear.texts, IsEmpty());
  EXPECT_EQ(live->figures().spectators, 0U);
  ASSERT_TRUE(watch(ear, id));
  EXPECT_EQ(live->figures().spectators, 1U);
}

TEST_F(QuietTest, MatchesBeingReadCountAmongThoseThatASocketWatches) {
  std::vector<std::string> ids;
  for (int number = 0; number < limits::watched_of_a_socket + 1; ++number) {
    ids.push_back(match_of(casual, {guest("p" + std::to_string(number)), guest("q" + std::to_string(number))}));
  }
  restart();
  Attached ear(*live, guest("cyd"));
  settle();
  int refusals = 0;
  for (const std::string& id : ids) {
    live->watch(ear, id, -1, [&](const auto& watched) { refusals += watched ? 0 : 1; });
  }
  settle();
  EXPECT_EQ(refusals, 1);
}

TEST_F(QuietTest, WhoIsDeletedDoesNotComeBackWithWhatWasBeingStored) {
  const Person dan = account("dan");
  keep_account(dan);
  const auto made = create(ann, {casual, {}, false, false});
  ASSERT_TRUE(made);
  test_store->is_shut = true;
  std::optional<std::expected<Sat, Refused>> sat;
  live->join(dan, {made->match, made->code, {}}, [&](auto answer) { sat = answer; });
  settle();
  ASSERT_FALSE(sat) << "it is being stored";
  test_store->delete_account(dan.id, [](const auto&) {});
  settle();
  live->person_changed(dan, people::Change::leaves);
  test_store->let_through();
  settle();
  live->person_changed(dan, people::Change::is_gone);
  settle();
  const auto found = answer_of<MatchSummary>([&](auto done) { live->find(made->match, done); });
  for (const store::SeatRow& seat : found->header.seats) {
    EXPECT_NE(seat.name, dan.name);
    EXPECT_NE(seat.player, dan.id);
  }
  EXPECT_EQ(code_of(dan, made->match, match::Resign{}), "not_seated");
  EXPECT_EQ(found->header.state, store::MatchState::over) << "nobody waits for somebody who is gone";
}

TEST_F(QuietTest, WhatSomebodySaidGoesWithThemWheneverTheStoreIsReady) {
  const Person dan = account("dan");
  keep_account(dan);
  const std::string id = match_of(casual, {dan, ben});
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->say(dan, {id, true, "farewell", "r1"}, done); }));
  live->person_changed(dan, people::Change::leaves);
  settle();  // the resignation is stored before the account is deleted
  EXPECT_EQ(status(id).ending, match::EndKind::resignation);
  test_store->delete_account(dan.id, [](const auto&) {});
  settle();
  live->person_changed(dan, people::Change::is_gone);
  settle();
  const auto seen = answer_of<Text>([&](auto done) { live->snapshot(ben, id, done); });
  ASSERT_TRUE(seen);
  EXPECT_EQ((*seen)->find("farewell"), std::string::npos);
  EXPECT_EQ((*seen)->find(dan.id), std::string::npos);
}

TEST_F(QuietTest, WhoCannotBeDeletedHasTheirWordsBack) {
  const Person dan = account("dan");
  keep_account(dan);
  const std::string id = match_of(casual, {dan, ben});
  ASSERT_TRUE(answer_of<void>([&](auto done) { live->say(dan, {id, true, "still here", "r1"}, done); }));
  live->person_changed(dan, people::Change::leaves);
  settle();
  live->person_changed(dan, people::Change::stays);
  settle();
  const auto seen = answer_of<Text>([&](auto done) { live->snapshot(ben, id, done); });
  ASSERT_TRUE(seen);
  EXPECT_NE((*seen)->find("still here"), std::string::npos);
}

TEST_F(QuietTest, ALineSentAgainIsSaidOnce) {
  const Person dan = account("dan");
  keep_account(dan);
  const std::string id = match_of(casual, {dan, ben});
  Attached ear(*live, ben);
  ASSERT_TRUE(watch(ear, id));
  const auto say = [&](const std::string& text, const std::string& request) {
    return answer_of<void>([&](auto done) { live->say(dan, {id, true, text, request}, done); });
  };
  const auto said = say("hello", "r1");
  ASSERT_TRUE(said) << said.error().code << said.error().reason;
  now += 2min;  // the same words would be allowed again
  EXPECT_TRUE(say("hello", "r1"));
  EXPECT_EQ(ear.all<wire::ServerChat>().size(), 1U);
  EXPECT_TRUE(say("hello", "r2"));
  EXPECT_EQ(ear.all<wire::ServerChat>().size(), 2U);
  test_store->failure = store::FailureKind::full;
  EXPECT_FALSE(say("what is not stored", "r3"));
  test_store->failure.reset();
  now += 2min;
  EXPECT_TRUE(say("what is not stored", "r3")) << "was not said, so it is said now";
}

}  // namespace
}  // namespace crownstar::live
