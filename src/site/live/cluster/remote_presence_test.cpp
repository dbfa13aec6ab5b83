#include "site/live/cluster/remote_presence.hpp"

#include "site/live/scenarios/node_parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::IsEmpty;
using testing::SizeIs;

class RemotePresenceTest : public NodePartTest {
 protected:
  RemotePresenceTest() {
    audience->attach(ann);
    store.answer();
    audience->watch(ann, "m1", -1, [](const auto&) {});
  }
  ~RemotePresenceTest() override { audience->detach(ann); }

  void someone_watches(Listener& listener, int seat) { live.watchers.add(listener, seat); }

  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  RemotePresence presence{context, link, *audience, *chat};
  RecordingListener ann{guest("ann")};
  RecordingListener eva{guest("eva")};
};

TEST_F(RemotePresenceTest, WhoIsAtAnotherNodeIsThere) {
  meet();
  presence.hear(live, wire::ReplicaPresence{"n2", 2, 3, {}});
  EXPECT_TRUE(live.is_connected(1));
  EXPECT_EQ(ann.last<wire::ServerPresence>().seats, (std::vector<bool>{true, true}));
  EXPECT_EQ(ann.last<wire::ServerPresence>().spectators, 3);
  presence.hear(live, wire::ReplicaPresence{"n2", 0, 1, {}});
  EXPECT_FALSE(live.is_connected(1)) << "the last word counts";
  EXPECT_EQ(live.spectators_everywhere(), 1);
  EXPECT_EQ(ann.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false}));
}

TEST_F(RemotePresenceTest, ANodeThatIsNotKnownHasNobody) {
  meet();
  presence.hear(live, wire::ReplicaPresence{"n9", 2, 3, {}});
  EXPECT_FALSE(live.is_connected(1));
  EXPECT_EQ(live.spectators_everywhere(), 0);
}

TEST_F(RemotePresenceTest, WhoWasAtANodeThatVanishedIsGone) {
  meet();
  link.nodes.heard("n3", now, 0);
  presence.hear(live, wire::ReplicaPresence{"n2", 2, 0, {}});
  presence.hear(live, wire::ReplicaPresence{"n3", 0, 4, {}});
  const std::size_t shown = ann.all<wire::ServerPresence>().size();
  presence.nodes_changed(live);
  EXPECT_THAT(ann.all<wire::ServerPresence>(), SizeIs(shown)) << "none has gone";
  link.nodes.gone("n2");
  presence.nodes_changed(live);
  EXPECT_FALSE(live.is_connected(1));
  EXPECT_EQ(live.spectators_everywhere(), 4);
  EXPECT_EQ(ann.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false}));
}

TEST_F(RemotePresenceTest, OthersAreToldOnlyWhatIsNewToThem) {
  meet();
  live.copy.subscription = 1;
  presence.watchers_changed(live);
  ASSERT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1));
  EXPECT_EQ(told_of<wire::ReplicaPresence>("m1")[0], (wire::ReplicaPresence{"n1", 1, 0, {}}));
  presence.watchers_changed(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1));
  someone_watches(eva, -1);
  presence.watchers_changed(live);
  ASSERT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(2));
  EXPECT_EQ(told_of<wire::ReplicaPresence>("m1")[1], (wire::ReplicaPresence{"n1", 1, 1, {"eva"}}));
  live.watchers.remove(&eva);
}

TEST_F(RemotePresenceTest, NothingIsToldOfAMatchThatIsNotFollowed) {
  meet();
  presence.watchers_changed(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), IsEmpty());
}

TEST_F(RemotePresenceTest, AQuestionIsAnsweredByWhoIsThereNow) {
  meet();
  live.copy.subscription = 1;
  presence.hear(live, wire::ReplicaAskPresence{"n2"});
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1)) << "who came while no other node was known";
  presence.watchers_changed(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1)) << "that is no news";
  presence.hear(live, wire::ReplicaAskPresence{"n2"});
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(2)) << "told again, though it is the same";
  live.match.reset();
  presence.hear(live, wire::ReplicaAskPresence{"n2"});
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(3))
      << "while it is read again, people watch it all the same";
}

TEST_F(RemotePresenceTest, AQuestionIsAnsweredWhereNobodyIsToo) {
  audience->unwatch(ann, "m1");
  meet();
  live.copy.subscription = 1;
  presence.hear(live, wire::ReplicaAskPresence{"n2"});
  ASSERT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1)) << "that they have left may not have been heard";
  EXPECT_EQ(told_of<wire::ReplicaPresence>("m1")[0], (wire::ReplicaPresence{"n1", 0, 0, {}}));
}

TEST_F(RemotePresenceTest, WhoWatchesAtTwoNodesIsOneAndAPlayerIsNone) {
  meet();
  someone_watches(eva, -1);
  presence.hear(live, wire::ReplicaPresence{"n2", 0, 4, {"ben", "eva", "fay"}});
  EXPECT_EQ(live.spectators_everywhere(), 3) << "eva, fay, and a visitor; ben sits, though n2 has not heard of it";
  EXPECT_EQ(ann.last<wire::ServerPresence>().spectators, 3);
  live.watchers.remove(&eva);
  EXPECT_EQ(live.spectators_everywhere(), 3) << "she watches there";
}

TEST_F(RemotePresenceTest, WhoIsHereIsToldAgainAndAgain) {
  meet();
  live.copy.subscription = 1;
  presence.watchers_changed(live);
  now += 59s;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1));
  now += 1s;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(2));
  audience->unwatch(ann, "m1");
  presence.watchers_changed(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(3));
  now += 1h;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(3)) << "that nobody is here needs no repeating";
}

TEST_F(RemotePresenceTest, WhatAnotherNodeDoesNotSayAgainIsForgottenUnlessItAnswers) {
  meet();
  live.copy.subscription = 1;
  presence.hear(live, wire::ReplicaPresence{"n2", 2, 3, {}});
  now += 89s;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), IsEmpty());
  now += 1s;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1));
  presence.hear(live, wire::ReplicaPresence{"n2", 2, 3, {}});
  now += 20s;
  presence.look(live);
  EXPECT_EQ(live.spectators_everywhere(), 3) << "an earlier version says it only when it is asked";
  now += 70s;
  presence.look(live);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(2));
  now += 20s;
  presence.look(live);
  EXPECT_EQ(live.spectators_everywhere(), 0);
  EXPECT_EQ(ann.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false}));
}

TEST_F(RemotePresenceTest, AQuestionIsRepeatedUntilAllHaveAnsweredButNotForEver) {
  meet();
  link.nodes.heard("n3", now, 0);
  live.copy.subscription = 1;
  presence.exchange(live);
  ASSERT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1));
  const auto pass = [&](Milliseconds time) {
    now += time;
    presence.ask_again(now);
  };
  pass(1s);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1));
  presence.hear(live, wire::ReplicaPresence{"n2", 0, 0, {}});
  pass(1s);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(2)) << "n3 has said nothing";
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(2)) << "who is here went with the question";
  pass(3s);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(2));
  pass(1s);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(3));
  pass(1h);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(3)) << "n3 may not follow this match at all";
}

TEST_F(RemotePresenceTest, AQuestionThatAllHaveAnsweredIsNotRepeated) {
  meet();
  live.copy.subscription = 1;
  presence.ask(live);
  presence.hear(live, wire::ReplicaPresence{"n2", 0, 0, {}});
  now += 2s;
  presence.ask_again(now);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1));
  presence.ask(live);
  now += 2s;
  presence.forget(live);
  presence.ask_again(now);
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(2)) << "it is not followed any more";
}

TEST_F(RemotePresenceTest, ALineOfAnotherNodeIsHeardByItsRoom) {
  meet();
  presence.hear(live, wire::ReplicaChat{"n2", 1, 5, wire::Room::players, "ben", "Ben", "hello"});
  ASSERT_THAT(ann.all<wire::ServerChat>(), SizeIs(1));
  EXPECT_EQ(ann.last<wire::ServerChat>().line.text, "hello");
  presence.hear(live, wire::ReplicaChat{"n2", 1, 5, wire::Room::players, "ben", "Ben", "hello"});
  EXPECT_THAT(ann.all<wire::ServerChat>(), SizeIs(1)) << "the same line again is the same line";
  presence.hear(live, wire::ReplicaChat{"n2", 1, 6, wire::Room::spectators, "eva", "Eva", "who leads?"});
  EXPECT_THAT(ann.all<wire::ServerChat>(), SizeIs(1));
}

TEST_F(RemotePresenceTest, ALineThatIsStoredHereIsToldAsItIs) {
  meet();
  store::ChatRow row;
  row.match = "m1";
  row.number = 7;
  row.at = now;
  row.room = "spectators";
  row.player = "eva";
  row.name = "Eva";
  row.text = "who leads?";
  presence.publish_line(row);
  const auto lines = told_of<wire::ReplicaChat>("m1");
  ASSERT_THAT(lines, SizeIs(1));
  EXPECT_EQ(lines[0], (wire::ReplicaChat{"n1", 7, now.time_since_epoch().count(), wire::Room::spectators, "eva", "Eva",
                                         "who leads?"}));
  presence.publish_reread("m1");
  EXPECT_THAT(told_of<wire::ReplicaReadAgain>("m1"), SizeIs(1));
}

TEST_F(RemotePresenceTest, ANodeThatIsAloneTellsNobody) {
  other_bus->subscribe(">", [this](std::string_view subject, std::string_view text) {
    told.push_back({std::string(subject), std::string(text)});
  });
  live.copy.subscription = 1;
  presence.watchers_changed(live);
  presence.publish_reread("m1");
  presence.ask(live);
  deliver();
  EXPECT_THAT(told, IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
