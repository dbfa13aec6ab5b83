// The values that a live match is made of.
#include "site/live/match/live_match.hpp"

#include "base/limits.hpp"
#include "site/live/context/continuation.hpp"
#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

store::MatchHeader header(const std::string& id) {
  store::MatchHeader header;
  header.id = id;
  header.seats = {{0, store::PlayerKind::guest, "ann", "Ann", 0, false},
                  {1, store::PlayerKind::engine, "toy", "Toy", 0, false}};
  return header;
}

struct Counter : base::Part<Counter> {
  auto add(LiveMatch& live) {
    return later(
        self(), live, [](Counter& counter, LiveMatch&, int kept, int given) { counter.sum += kept + given; }, 40);
  }
  int sum = 0;
};

TEST(ContinuationTest, RunsWhileThePartAndTheMatchAreThere) {
  MatchRegistry registry;
  LiveMatch& live = registry.add(header("m1"));
  auto counter = std::make_shared<Counter>();
  counter->belong_to(counter);
  counter->add(live)(2);
  EXPECT_EQ(counter->sum, 42);
  const std::function<void(int)> of_the_match = counter->add(live);
  live.header.state = store::MatchState::over;
  registry.remove(live);
  of_the_match(2);
  EXPECT_EQ(counter->sum, 42) << "the match has left memory";
  const std::function<void(int)> of_the_part = counter->add(registry.add(header("m2")));
  counter.reset();
  of_the_part(2);
}

TEST(HoldTest, KeepsAMatchForAsLongAsItExists) {
  MatchRegistry registry;
  LiveMatch& live = registry.add(header("m1"));
  EXPECT_FALSE(live.is_held());
  {
    const Hold one(live);
    const Hold other(live);
    EXPECT_TRUE(live.is_held());
  }
  EXPECT_FALSE(live.is_held());
}

TEST(MatchRegistryTest, FindsUnfinishedMatchesByPerson) {
  MatchRegistry registry;
  LiveMatch& live = registry.add(header("m1"));
  EXPECT_EQ(registry.unfinished_of("ann"), 1);
  EXPECT_EQ(registry.unfinished_of("toy"), 0) << "engines are not counted";
  store::MatchHeader next = live.header;
  next.seats[0].player = "ben";
  registry.put_header(live, next);
  EXPECT_EQ(registry.unfinished_of("ann"), 0);
  EXPECT_EQ(registry.unfinished_of("ben"), 1);
  next.state = store::MatchState::over;
  registry.put_header(live, next);
  EXPECT_EQ(registry.unfinished_of("ben"), 0);
  EXPECT_EQ(registry.find("m1"), &live);
  registry.remove(live);
  EXPECT_EQ(registry.find("m1"), nullptr);
}

TEST(WatchersTest, CountSpectatorsHoweverSeatsChange) {
  RecordingListener ann(guest("ann"));
  RecordingListener eva(guest("eva"));
  Watchers watchers;
  watchers.add(ann, 0);
  watchers.add(eva, -1);
  EXPECT_EQ(watchers.spectators(), 1);
  EXPECT_EQ(watchers.presence(), (Presence{1, 0, {"eva"}}));
  watchers.seat_anew([](std::string_view person) { return person == "eva" ? 1 : -1; });
  EXPECT_EQ(watchers.presence(), (Presence{2, 0, {"ann"}}));
  EXPECT_TRUE(watchers.has_seat(1));
  EXPECT_EQ(watchers.remove(&eva), 1);
  EXPECT_EQ(watchers.remove(&eva), std::nullopt);
  EXPECT_EQ(watchers.remove(&ann), -1);
  EXPECT_EQ(watchers.spectators(), 0);
  EXPECT_TRUE(watchers.empty());
}

TEST(WatchersTest, WhoWatchesTwiceIsOneAndVisitorsAreOneEach) {
  RecordingListener eva(guest("eva"));
  RecordingListener again(guest("eva"));
  RecordingListener first(Person{});
  RecordingListener second(Person{});
  Watchers watchers;
  for (RecordingListener* ear : {&eva, &again, &first, &second}) watchers.add(*ear, -1);
  EXPECT_EQ(watchers.spectators(), 3);
  EXPECT_EQ(watchers.spectator_connections(), 4);
  EXPECT_EQ(watchers.presence(), (Presence{0, 2, {"eva"}}));
  watchers.remove(&eva);
  EXPECT_TRUE(watchers.has_spectator("eva")) << "over the other one";
  for (RecordingListener* ear : {&again, &first}) watchers.remove(ear);
  EXPECT_FALSE(watchers.has_spectator("eva"));
  EXPECT_EQ(watchers.presence(), (Presence{0, 1}));
  watchers.remove(&second);
  EXPECT_EQ(watchers.spectators(), 0);
}

class PresenceElsewhereTest : public testing::Test {
 protected:
  bool hear(const std::string& node, Presence presence, bool is_known = true) {
    return elsewhere.hear(node, std::move(presence), is_known, now);
  }
  int spectators(std::string_view counted = {}) const {
    return elsewhere.spectators([&](std::string_view person) { return person == counted; });
  }
  Instant now{std::chrono::days{20000}};
  PresenceElsewhere elsewhere;
};

TEST_F(PresenceElsewhereTest, IsWhoIsAtTheNodesThatAreThere) {
  hear("one", {1, 2});
  hear("two", {2, 3});
  EXPECT_EQ(spectators(), 5);
  EXPECT_TRUE(elsewhere.has_seat(1));
  EXPECT_FALSE(elsewhere.has_seat(2));
  EXPECT_FALSE(elsewhere.nodes_changed([](const std::string&) { return true; }));
  EXPECT_TRUE(elsewhere.nodes_changed([](const std::string& node) { return node == "two"; }));
  EXPECT_EQ(spectators(), 3);
  EXPECT_TRUE(hear("two", {}));
  EXPECT_EQ(spectators(), 0);
  EXPECT_FALSE(hear("two", {})) << "that is no news";
}

TEST_F(PresenceElsewhereTest, WhoWatchesAtSeveralNodesIsOne) {
  hear("one", {0, 1, {"eva", "fay"}});
  hear("two", {0, 0, {"ann", "eva"}});
  EXPECT_EQ(spectators(), 4);
  EXPECT_EQ(spectators("fay"), 3) << "who asks has counted her";
}

TEST_F(PresenceElsewhereTest, ANodeThatIsHeardBeforeItIsKnownCountsAsSoonAsItIs) {
  EXPECT_FALSE(hear("stranger", {4, 9}, false));
  EXPECT_EQ(spectators(), 0);
  EXPECT_FALSE(elsewhere.has_seat(2));
  EXPECT_FALSE(elsewhere.nodes_changed([](const std::string&) { return false; }));
  EXPECT_TRUE(elsewhere.nodes_changed([](const std::string&) { return true; }));
  EXPECT_EQ(spectators(), 9);
  EXPECT_TRUE(elsewhere.has_seat(2));
}

TEST_F(PresenceElsewhereTest, WhatIsNotSaidAgainIsAskedForAndThenForgotten) {
  hear("one", {0, 1});
  hear("two", {0, 2});
  EXPECT_FALSE(elsewhere.is_any_silent_since(now - 1s));
  now += 90s;
  hear("two", {0, 2});
  EXPECT_TRUE(elsewhere.is_any_silent_since(now - 90s));
  elsewhere.note_asked(now);
  EXPECT_FALSE(elsewhere.is_any_silent_since(now)) << "both are asked";
  EXPECT_FALSE(hear("two", {0, 2})) << "it answers, and that is no news";
  EXPECT_FALSE(elsewhere.forget_unanswered_since(now - 1s));
  EXPECT_TRUE(elsewhere.forget_unanswered_since(now));
  EXPECT_EQ(spectators(), 2);
}

TEST_F(PresenceElsewhereTest, WhatWasToldIsToldAgainOnlyWhereAnybodyIs) {
  elsewhere.note_told({}, now);
  EXPECT_FALSE(elsewhere.is_told_before(now + 1h));
  elsewhere.note_told({1, 0}, now);
  EXPECT_FALSE(elsewhere.is_told_before(now - 1s));
  EXPECT_TRUE(elsewhere.is_told_before(now));
}

TEST(EngineTurnTest, KnowsItsQuestionAndGoesOnWithItWhileTheBoardIsTheSame) {
  EngineTurn turn;
  turn.begin({1, 0, 7, 0, 3});
  turn.note_ticket(1, 99);
  turn.note_ticket(2, 11);
  EXPECT_TRUE(turn.is_asked_about(7));
  EXPECT_TRUE(turn.still_fits(8, 0, 3)) << "a draw was offered";
  EXPECT_TRUE(turn.is_asked_about(8));
  EXPECT_FALSE(turn.still_fits(9, 1, 4));
  EXPECT_FALSE(turn.is_asked(2));
  EXPECT_EQ(turn.end()->ticket, 99U);
  EXPECT_FALSE(turn.is_thinking());
}

TEST(EngineTurnTest, CountsAbsenceFromWhenItWasSeenInThisTurn) {
  EngineTurn turn;
  const Instant at{std::chrono::days{20000}};
  EXPECT_FALSE(turn.was_absent());
  EXPECT_EQ(turn.absent_since(7, at), at);
  EXPECT_EQ(turn.absent_since(7, at + 5s), at);
  EXPECT_EQ(turn.absent_since(8, at + 5s), at + 5s);
}

store::ChatRow row(int number, const std::string& player, const std::string& text) {
  store::ChatRow row;
  row.number = number;
  row.room = "players";
  row.player = player;
  row.text = text;
  return row;
}

TEST(ChatLogTest, LinesStandInTheOrderOfTheirNumbers) {
  ChatLog log;
  log.put(line_of(row(2, "ann", "two")));
  log.put(line_of(row(1, "ben", "one")));
  ASSERT_THAT(log.in(wire::Room::players), SizeIs(2));
  EXPECT_EQ(log.in(wire::Room::players)[0].text, "one");
  EXPECT_EQ(log.last(), 2);
  ASSERT_NE(log.numbered(1), nullptr);
  log.forget_lines_of("ben");
  EXPECT_EQ(log.numbered(1), nullptr);
}

TEST(ChatLogTest, WhatTheStoreHasTakesThePlaceOfWhatWasKnown) {
  ChatLog log;
  log.put(line_of(row(1, "ann", "one")));
  log.put(line_of(row(2, "gone", "two")));
  log.put(line_of(row(4, "ann", "said since the store was asked")));
  const auto difference = log.absorb({row(1, "ann", "one"), row(3, "ben", "three")}, 3);
  EXPECT_TRUE(difference.is_any_gone) << "the second line is not there any more";
  ASSERT_THAT(difference.fresh, SizeIs(1));
  EXPECT_EQ(difference.fresh[0].text, "three");
  EXPECT_EQ(log.last(), 4);
}

TEST(ChatLogTest, WhatIsTooOldToBeReadOfOneRoomIsNotGone) {
  ChatLog log;
  log.put(line_of(row(1, "ann", "of the players")));
  store::ChatRow other = row(2, "cyd", "of the spectators");
  other.room = "spectators";
  log.put(line_of(other));
  std::vector<store::ChatRow> read{row(1, "ann", "of the players")};
  for (int line = 0; line < limits::chat_lines; ++line) {
    other.number = 3 + line;
    read.push_back(other);
  }
  EXPECT_FALSE(log.absorb(read, 2).is_any_gone) << "line 2 is older than those";
  EXPECT_EQ(log.in(wire::Room::players).size(), 1U);
  EXPECT_EQ(log.in(wire::Room::spectators).size(), static_cast<std::size_t>(limits::chat_lines));
  read.erase(read.begin());
  EXPECT_TRUE(log.absorb(read, other.number).is_any_gone) << "the players have few lines, and one is missing";
}

TEST(ChatLogTest, OneReadingAtATimeAndOneMoreIfItWasAskedForMeanwhile) {
  ChatLog log;
  EXPECT_TRUE(log.begin_reading());
  EXPECT_FALSE(log.begin_reading());
  log.hold_back(line_of(row(9, "ann", "nine")));
  const ChatLog::Read read = log.end_reading();
  EXPECT_TRUE(read.is_owed);
  EXPECT_THAT(read.untold, SizeIs(1));
  EXPECT_TRUE(log.begin_reading());
  EXPECT_FALSE(log.end_reading().is_owed);
}

}  // namespace
}  // namespace crownstar::live
