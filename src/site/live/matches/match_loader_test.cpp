#include "site/live/matches/match_loader.hpp"

#include "site/bus/memory/exchange.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/remote_presence.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/live/matches/match_timers.hpp"
#include "site/live/scenarios/parts_test.hpp"
#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::SizeIs;

class MatchLoaderTest : public PartTest,
                        public ReplicatedMatches,
                        public FollowUp,
                        public Listing,
                        public HeadObserver {
 protected:
  // The parts that name each other.
  struct Memory {
    explicit Memory(MatchLoaderTest& test)
        : replication(test.context, test.link, loader, test, test.presence, *test.chat, 20s),
          loader(test.context,
                 {test.link, test.registry, replication, *test.audience, *test.chat, test.seats, timers, test, test,
                  test, test},
                 {2, 3, 1s}),
          timers(test.context, loader, test, test, {2min, 10min, std::chrono::days{1}, std::chrono::days{14}}) {}

    Replication replication;
    MatchLoader loader;
    MatchTimers timers;
  };

  MatchLoaderTest() {
    memory->replication.belong_to(memory);
    memory->loader.belong_to(memory);
    memory->timers.belong_to(memory);
    for (const std::string id : {"m1", "m2", "m3"}) {
      store_begun(id, {person("ann"), person("ben")}, terms_of("american"));
    }
  }

  void events_came(LiveMatch&, const std::vector<match::Event>&, std::optional<store::MatchHeader>) override {}
  void release(LiveMatch&) override {}
  void refuse(Operation&, const Refused&) override {}
  void follow_up(LiveMatch&) override { ++followed_up; }
  void list_anew(const LiveMatch&) override { ++times_listed; }
  void head_was_read(LiveMatch&, bool) override {}

  // What a reader is answered: `none` until there is an answer.
  std::shared_ptr<std::string> read(const std::string& id) {
    auto answer = std::make_shared<std::string>("none");
    memory->loader.with_match(id, [answer](auto loaded) { *answer = loaded ? (*loaded)->id : loaded.error().code; });
    return answer;
  }

  // The store gets the end of a match, as another node would write it.
  void end_elsewhere(const std::string& id) {
    store::MatchHeader& header = store.headers.at(id);
    const auto history = history_of(store.rows.at(id), header);
    ASSERT_TRUE(history);
    const auto events = history->match->handle({0, 0, match::Resign{}, {}}, now);
    ASSERT_TRUE(events);
    for (const match::Event& event : *events) store.rows.at(id).push_back(row_of(event, {}, 0));
    const int moves = static_cast<int>(history->match->moves().size());
    header = header_after(header, *events, moves).value_or(header);
    ASSERT_EQ(header.state, store::MatchState::over);
  }

  NodeLink link{nullptr, "n1"};
  RemotePresence presence{context, link, *audience, *chat};
  EngineSeats seats{context, *this, *this, *chat, nullptr};
  std::shared_ptr<Memory> memory = std::make_shared<Memory>(*this);
  int followed_up = 0;
  int times_listed = 0;
};

TEST_F(MatchLoaderTest, AMatchIsReadOnceForAllWhoAskForIt) {
  const auto one = read("m1");
  const auto other = read("m1");
  EXPECT_THAT(store.posted, SizeIs(1));
  EXPECT_EQ(*one, "none");
  store.answer();
  EXPECT_EQ(*one, "m1");
  EXPECT_EQ(*other, "m1");
  EXPECT_EQ(followed_up, 1) << "an engine may be owed its turn";
  EXPECT_EQ(times_listed, 1) << "lists can say how it stands";
  EXPECT_EQ(registry.find("m1")->match->number(), std::ssize(store.rows["m1"]) - 1);
  EXPECT_EQ(*read("m1"), "m1") << "it is in memory now";
}

TEST_F(MatchLoaderTest, AMatchThatIsNotThereIsRefused) {
  const auto none = read("m9");
  store.answer();
  EXPECT_EQ(*none, "no_such_match");
  EXPECT_EQ(*read(""), "no_such_match");
}

TEST_F(MatchLoaderTest, AMatchThatDoesNotReplayIsNotThereEither) {
  store.rows["m1"].pop_back();
  store.rows["m1"].back().body = "{}";
  const auto answer = read("m1");
  store.answer();
  EXPECT_EQ(*answer, "store_unavailable");
  EXPECT_FALSE(registry.find("m1")->match);
}

TEST_F(MatchLoaderTest, AGameThatIsOverIsReadWholeOrNotAtAll) {
  end_elsewhere("m1");
  end_elsewhere("m2");
  store.rows["m2"].pop_back();
  const auto whole = read("m1");
  const auto cut = read("m2");
  store.answer();
  EXPECT_EQ(*whole, "m1");
  EXPECT_EQ(*cut, "store_unavailable");
  EXPECT_FALSE(registry.find("m2")->match);
}

TEST_F(MatchLoaderTest, AGameThatEndsWhileItIsReadIsReadToItsEnd) {
  const auto bus = bus::MemoryExchange::create()->make_bus([](auto) {});
  link.bus = bus.get();
  context.is_alone = false;
  const auto answer = read("m1");
  for (int answers = 0; answers < 2; ++answers) {  // the header, and the events
    const auto work = std::move(store.posted.front());
    store.posted.pop_front();
    work();
  }
  end_elsewhere("m1");
  store.answer();
  EXPECT_EQ(*answer, "m1");
  EXPECT_EQ(registry.find("m1")->match->phase(), match::Phase::over);
}

TEST_F(MatchLoaderTest, TheOneThatNobodyNeedsMakesRoomForTheNext) {
  for (const std::string id : {"m1", "m2"}) {
    read(id);
    store.answer();
    now += 1s;
  }
  EXPECT_EQ(context.counts.matches_in_memory, 2U);
  const auto third = read("m3");
  store.answer();
  EXPECT_EQ(*third, "m3");
  EXPECT_FALSE(registry.find("m1")->match) << "known by its header";
  EXPECT_TRUE(registry.find("m2")->match);
  EXPECT_TRUE(memory->loader.is_full()) << "three are unfinished";
}

TEST_F(MatchLoaderTest, WhatIsWatchedStaysInMemory) {
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  for (const std::string id : {"m1", "m2"}) {
    read(id);
    store.answer();
    registry.find(id)->watchers.add(ann, 0);
    memory->timers.schedule(*registry.find(id));
  }
  EXPECT_EQ(*read("m3"), "busy");
  for (const std::string id : {"m1", "m2"}) registry.find(id)->watchers.remove(&ann);
  audience->detach(ann);
}

TEST_F(MatchLoaderTest, AMatchIsReadAgainWhereTheStoreHasOtherRows) {
  read("m1");
  store.answer();
  LiveMatch& live = *registry.find("m1");
  store.headers["m1"].seats[0].name = "Somebody else";
  memory->loader.read_anew(live);
  EXPECT_FALSE(live.match) << "nobody sees the old one any more";
  store.answer();
  ASSERT_TRUE(live.match);
  EXPECT_EQ(live.header.seats[0].name, "Somebody else");
}

TEST_F(MatchLoaderTest, WhoWaitsForAllThatIsStoredHearsWhenItHasBeenReadAgain) {
  read("m1");
  store.answer();
  LiveMatch& live = *registry.find("m1");
  std::vector<bool> known;
  const auto wait = [&] { live.copy.once_looked.emplace_back([&](bool is_known) { known.push_back(is_known); }); };
  memory->loader.reload(live);
  wait();
  store.answer();
  EXPECT_EQ(known, std::vector{true});
  memory->loader.reload(live);
  wait();
  store.is_unreadable = true;
  store.answer();
  EXPECT_EQ(known, (std::vector{true, false}));
}

TEST_F(MatchLoaderTest, AMatchThatIsReadAgainIsBeingReadFromTheFirstMomentOn) {
  read("m1");
  store.answer();
  LiveMatch& live = *registry.find("m1");
  memory->loader.reload(live);
  EXPECT_TRUE(live.loads.is_loading()) << "its header is read first";
  EXPECT_TRUE(live.is_held());
  store.is_unreadable = true;
  store.answer();
  EXPECT_FALSE(live.loads.is_loading());
  EXPECT_FALSE(live.match);
  store.is_unreadable = false;
  const auto again = read("m1");
  store.answer();
  EXPECT_EQ(*again, "m1");
}

// Nobody moves, or is told of a move, before whoever watches has been shown all.
TEST_F(MatchLoaderTest, AMatchIsThereOnceItsChatIsThere) {
  const auto answer = read("m1");
  for (int answers = 0; answers < 2; ++answers) {  // the header, and the events
    const auto work = std::move(store.posted.front());
    store.posted.pop_front();
    work();
  }
  EXPECT_FALSE(registry.find("m1")->match);
  store.lines.push_back({"m1", 1, "spectators", "cyd", "Cyd", "hello", now});
  store.answer();
  EXPECT_EQ(*answer, "m1");
  EXPECT_THAT(registry.find("m1")->chat.in(wire::Room::spectators), SizeIs(1));
}

TEST_F(MatchLoaderTest, AHeaderThatCouldNotBeReadAgainIsReadWithTheMatch) {
  read("m1");
  store.answer();
  LiveMatch& live = *registry.find("m1");
  store.headers["m1"].seats[0].name = "Somebody else";
  store.is_unreadable = true;
  memory->loader.reload(live);
  store.answer();
  ASSERT_FALSE(live.match);
  store.is_unreadable = false;
  read("m1");
  store.answer();
  EXPECT_EQ(live.header.seats[0].name, "Somebody else");
}

TEST_F(MatchLoaderTest, WhatChangesWhileAMatchIsReadIsReadAfterwards) {
  const auto first = read("m1");
  for (int answers = 0; answers < 2; ++answers) {  // the header, and the events
    const auto work = std::move(store.posted.front());
    store.posted.pop_front();
    work();
  }
  LiveMatch& live = *registry.find("m1");
  ASSERT_TRUE(live.loads.is_loading());
  store.headers["m1"].seats[0].name = "Somebody else";
  memory->loader.read_anew(live);
  bool is_whole = false;
  memory->loader.with_match("m1", [&](auto loaded) { is_whole = loaded && (*loaded)->match; });
  store.answer();
  EXPECT_EQ(*first, "m1");
  EXPECT_TRUE(is_whole) << "who asked later does not get a match that is being read once more";
  ASSERT_TRUE(live.match);
  EXPECT_EQ(live.header.seats[0].name, "Somebody else");
}

TEST_F(MatchLoaderTest, TheTimeForWhichClocksStoodIsCreditedFirst) {
  store_begun("m4", {person("ann"), person("ben")});
  LiveMatch& live = memory->loader.add(store.headers["m4"]);
  live.pause.since = now;
  now += 1h;
  memory->loader.load(live, [](const auto&) {});
  store.answer();
  ASSERT_THAT(submitted, SizeIs(1));
  EXPECT_TRUE(submitted[0].is<match::Resume>());
}

TEST_F(MatchLoaderTest, AnAnswerOfTheStoreAfterTheEndReachesNobody) {
  const auto answer = read("m1");
  memory.reset();
  store.answer();
  EXPECT_EQ(*answer, "none");
}

// While the store cannot be read, and for those who watch meanwhile.
class WatchedThroughTroubleTest : public WholeSiteTest {
 protected:
  WatchedThroughTroubleTest() {
    parts->audience.attach(ann);
    watch(ann, live);
  }
  ~WatchedThroughTroubleTest() override { parts->audience.detach(ann); }
  int told() const {
    const auto wholes = ann.all<wire::ServerSnapshot>();
    return wholes.empty() ? -1 : wholes.back().snapshot.number;
  }
  int stored() { return static_cast<int>(store.rows.at("m1").size()) - 1; }

  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")}, terms_of("american"));
  RecordingListener ann{guest("ann")};
};

TEST_F(WatchedThroughTroubleTest, AnEventWhoseAnswerWasLostIsToldOnceItCanBeRead) {
  store.is_answer_lost = true;
  store.is_unreadable = true;
  const Code code = move("ann", live);
  store.answer();
  EXPECT_EQ(*code, "store_unavailable");
  store.is_answer_lost = false;
  store.is_unreadable = false;
  now += 2s;
  parts->replication.look(now);
  store.answer();
  EXPECT_EQ(live.match->number(), stored()) << "though nobody has asked for anything";
  EXPECT_EQ(ann.numbers(), std::vector{stored()});
  now += 1min;
  parts->replication.look(now);
  EXPECT_THAT(store.posted, SizeIs(0)) << "there is no other node that could have stored more";
}

TEST_F(WatchedThroughTroubleTest, WhoWatchesAMatchThatIsReadAgainIsToldHoweverOftenThatFails) {
  store.is_answer_lost = true;
  store.is_unreadable = true;
  move("ann", live);
  store.answer();
  parts->loader.reload(live);
  store.answer();
  EXPECT_FALSE(live.match);
  store.is_unreadable = false;
  parts->loader.with_match("m1", [](const auto&) {});  // somebody else comes
  store.answer();
  EXPECT_EQ(told(), stored());
}

TEST_F(WatchedThroughTroubleTest, AMatchThatCouldNotBeReadAgainIsReadLaterForThoseWhoWatch) {
  parts->loader.reload(live);
  store.is_unreadable = true;
  store.answer();
  store.is_unreadable = false;
  now += 2s;
  parts->replication.look(now);
  store.answer();
  EXPECT_TRUE(live.match);
  EXPECT_THAT(ann.all<wire::ServerSnapshot>(), SizeIs(2));
}

}  // namespace
}  // namespace crownstar::live
