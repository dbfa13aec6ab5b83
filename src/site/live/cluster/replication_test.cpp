#include "site/live/cluster/replication.hpp"

#include "site/live/scenarios/node_parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ReplicationTest : public NodePartTest, public ReplicatedMatches {
 protected:
  ReplicationTest() {
    replication->belong_to(replication);
    meet();
    replication->follow(live);
    deliver();
    store.answer();
    came.clear();
    released = 0;
  }

  void events_came(LiveMatch& match, const std::vector<match::Event>& events,
                   std::optional<store::MatchHeader> header) override {
    for (const match::Event& event : events) came.push_back(event.number - before);
    if (header) registry.put_header(match, *std::move(header));
  }
  void release(LiveMatch& match) override {
    ++released;
    match.commits.end();
    for (auto& then : std::exchange(match.copy.once_looked, {})) then(true);
  }
  void refuse(Operation& operation, const Refused& refusal) override {
    refused_with.push_back(refusal.code);
    operation.answers.clear();
  }

  static Operation of_seat(match::Command command) {
    Operation operation{std::move(command), {}, {}};
    operation.answers.emplace_back([](const auto&) {});
    return operation;
  }
  // A commit of this node is on its way.
  void begin(Operation operation) { live.commits.begin(live, {std::move(operation), {}, {}, {}, 0}); }
  int number() const { return live.match->number() - before; }

  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  const int before = live.match->number();
  RemotePresence presence{context, link, *audience, *chat};
  std::shared_ptr<Replication> replication =
      std::make_shared<Replication>(context, link, *this, *this, presence, *chat, 20s);
  std::vector<int> came;
  std::vector<std::string> refused_with;
  int released = 0;
};

TEST_F(ReplicationTest, TheNextEventIsTakenInWithoutTheStore) {
  send_events("m1", before + 1, move_elsewhere("m1"));
  EXPECT_EQ(number(), 1);
  EXPECT_THAT(came, ElementsAre(1));
  EXPECT_THAT(store.posted, IsEmpty());
  EXPECT_EQ(released, 1);
  EXPECT_FALSE(live.copy.is_stored_here);
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(ReplicationTest, TheSameEventsAgainAreNotNew) {
  const auto bodies = move_elsewhere("m1");
  send_events("m1", before + 1, bodies);
  send_events("m1", before + 1, bodies);
  EXPECT_THAT(came, ElementsAre(1));
  EXPECT_THAT(store.posted, IsEmpty());
}

TEST_F(ReplicationTest, AGapIsReadFromTheStoreInOneGo) {
  move_elsewhere("m1");
  send_events("m1", before + 2, move_elsewhere("m1"));
  EXPECT_EQ(number(), 0);
  EXPECT_TRUE(live.is_storing()) << "no command runs meanwhile";
  EXPECT_EQ(context.open_writes, 1);
  store.answer();
  EXPECT_THAT(came, ElementsAre(1, 2));
  EXPECT_EQ(released, 1);
  EXPECT_FALSE(replication->is_behind(live));
}

TEST_F(ReplicationTest, AnEndIsTakenInWithItsHeader) {
  send_events("m1", before + 1, store_elsewhere("m1", {1, -1, match::Resign{}, {}}));
  EXPECT_THAT(came, IsEmpty()) << "names and the result are in the header alone";
  store.answer();
  EXPECT_THAT(came, ElementsAre(1, 2));
  EXPECT_FALSE(live.is_unfinished());
}

TEST_F(ReplicationTest, NothingIsTakenInWhileACommitIsOnItsWay) {
  begin(of_seat(move_of(*live.match)));
  send_events("m1", before + 1, move_elsewhere("m1"));
  EXPECT_EQ(number(), 0);
  EXPECT_THAT(store.posted, IsEmpty());
  EXPECT_TRUE(replication->is_behind(live)) << "and whoever ends the commit knows it";
}

TEST_F(ReplicationTest, MessagesThatANewerVersionHasAreSkipped) {
  const std::string body = move_elsewhere("m1").at(0);
  std::string text = wire::encode_with_bytes(wire::ReplicaMessage(wire::ReplicaEvents{"n2", before + 1}), body);
  tell(subject_of("m1"), R"({"type":"news_of_tomorrow","node":"n2"})");
  tell(subject_of("m1"), "not even a message");
  tell(subject_of("m1"), "");
  EXPECT_THAT(came, IsEmpty());
  EXPECT_FALSE(replication->is_behind(live));
  text.insert(1, R"("weather":{"of":["tomorrow"]},)");
  tell(subject_of("m1"), text);
  EXPECT_THAT(came, ElementsAre(1)) << "a member that is not known does no harm";
}

TEST_F(ReplicationTest, WhatThisNodeHasSaidIsNotNews) {
  const std::string body = move_elsewhere("m1").at(0);
  ASSERT_TRUE(own_bus->publish(
      subject_of("m1"), wire::encode_with_bytes(wire::ReplicaMessage(wire::ReplicaEvents{"n1", before + 1}), body)));
  deliver();
  EXPECT_THAT(came, IsEmpty());
}

TEST_F(ReplicationTest, WhatIsStoredHereIsToldAsItIsStored) {
  begin({});
  live.commits.commit().bodies = {"one", "two"};
  replication->publish_stored(live, 5);
  deliver();
  EXPECT_EQ(told.back().text, wire::encode_with_bytes(wire::ReplicaMessage(wire::ReplicaEvents{"n1", 5}), "one\ntwo"));
  live.commits.end();
}

TEST_F(ReplicationTest, ARowThatDoesNotFitMakesTheMatchBeReadWhole) {
  send_events("m1", before + 1, {"nonsense"});
  EXPECT_TRUE(live.is_storing()) << "the store is asked first";
  store.answer();
  EXPECT_FALSE(live.is_reading_owed) << "it has nothing of the kind";
  store::EventRow row = store.rows["m1"].back();
  row.body = "nonsense";
  store.rows["m1"].push_back(row);
  replication->catch_up(live);
  store.answer();
  EXPECT_TRUE(live.is_reading_owed);
  EXPECT_THAT(came, IsEmpty());
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(ReplicationTest, WhoWasOvertakenReadsTheOthersAndIsFirstAfterThem) {
  begin(of_seat({1, -1, match::Resign{}, {}}));
  live.commits.push(of_seat({0, -1, match::OfferDraw{}, {}}));
  move_elsewhere("m1");
  replication->overtaken(live);
  store.answer();
  EXPECT_THAT(came, ElementsAre(1));
  ASSERT_EQ(live.commits.waiting(), 2U);
  const Operation first = live.commits.pop();
  EXPECT_TRUE(first.is<match::Resign>());
  EXPECT_EQ(first.overtaken, 1);
  live.commits.take_waiting();
}

TEST_F(ReplicationTest, WhatTheServerWantedIsAskedAnewAndNotRepeated) {
  begin({{match::server_seat, -1, match::Tick{}, {}}, {}, {}});
  replication->overtaken(live);
  store.answer();
  EXPECT_FALSE(live.commits.is_anything_waiting());
  begin({{1, -1, match::Depart{}, {}}, {}, {}});
  replication->overtaken(live);
  store.answer();
  EXPECT_FALSE(live.commits.is_anything_waiting());
  EXPECT_THAT(refused_with, IsEmpty());
}

TEST_F(ReplicationTest, WhoIsOvertakenTooOftenIsRefused) {
  Operation operation = of_seat({1, -1, match::Resign{}, {}});
  operation.overtaken = 29;
  begin(std::move(operation));
  replication->overtaken(live);
  store.answer();
  EXPECT_THAT(refused_with, IsEmpty());
  begin(live.commits.pop());
  replication->overtaken(live);
  EXPECT_THAT(refused_with, ElementsAre("busy"));
  EXPECT_FALSE(live.commits.is_anything_waiting());
  store.answer();
}

TEST_F(ReplicationTest, AStoreThatCannotBeReadLeavesTheCopyAsItIs) {
  Operation looked_up = of_seat({1, -1, match::Resign{}, {}});
  looked_up.is_looked_up = true;
  live.commits.push(std::move(looked_up));
  live.commits.push(of_seat({0, -1, match::Resign{}, {}}));
  std::optional<bool> known;
  store.is_unreadable = true;
  replication->look_first(live, [&](bool is_known) { known = is_known; });
  EXPECT_FALSE(known) << "not before the store has answered";
  store.answer();
  EXPECT_EQ(known, false);
  EXPECT_THAT(refused_with, ElementsAre("store_unavailable")) << "whom only an old copy would refuse";
  EXPECT_EQ(live.commits.take_waiting().size(), 1U);
  EXPECT_EQ(released, 1);
  EXPECT_EQ(context.open_writes, 0);
  store.is_unreadable = false;
  move_elsewhere("m1");
  now += 1s;
  replication->look(now);
  store.answer();
  EXPECT_THAT(came, ElementsAre(1)) << "asked again soon";
}

TEST_F(ReplicationTest, AnEndWhoseHeaderCannotBeReadIsNotTakenInHalf) {
  store_elsewhere("m1", {1, -1, match::Resign{}, {}});
  replication->catch_up(live);
  store.posted.front()();
  store.posted.pop_front();
  store.is_unreadable = true;
  store.answer();
  EXPECT_THAT(came, IsEmpty());
  EXPECT_EQ(number(), 0);
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(ReplicationTest, EventsThatNoMessageBroughtAreFoundInTime) {
  move_elsewhere("m1");
  now += 19s;
  replication->look(now);
  EXPECT_THAT(store.posted, IsEmpty());
  now += 1s;
  replication->look(now);
  store.answer();
  EXPECT_THAT(came, ElementsAre(1));
}

TEST_F(ReplicationTest, OtherSeatsInTheStoreMakeADoubtedMatchBeReadAnew) {
  replication->doubt(live, now);
  replication->look(now);
  store.answer();
  EXPECT_THAT(read_again, IsEmpty()) << "it was the same";
  store.headers["m1"].seats[1].name = "Another name";
  replication->doubt(live, now);
  replication->look(now);
  store.answer();
  EXPECT_THAT(read_again, ElementsAre("m1"));
}

TEST_F(ReplicationTest, ADoubtLastsUntilTheStoreHasAnswered) {
  store.headers["m1"].seats[1].name = "Another name";
  store.is_unreadable = true;
  replication->doubt(live, now);
  replication->look(now);
  store.answer();
  EXPECT_TRUE(live.copy.is_doubted);
  store.is_unreadable = false;
  now += 1s;
  replication->look(now);
  store.answer();
  EXPECT_THAT(read_again, ElementsAre("m1"));
}

TEST_F(ReplicationTest, AMatchThatIsNotFollowedHearsNothing) {
  EXPECT_TRUE(live.copy.looking.is_set());
  replication->unfollow(live);
  send_events("m1", before + 1, move_elsewhere("m1"));
  EXPECT_THAT(came, IsEmpty());
  EXPECT_FALSE(live.copy.looking.is_set());
  EXPECT_EQ(own_bus->figures().subscriptions, 0U);
}

TEST_F(ReplicationTest, WhatIsStoredBeforeTheSubscriptionIsInForceIsRead) {
  replication->unfollow(live);
  move_elsewhere("m1");
  replication->follow(live);
  deliver();
  store.answer();
  EXPECT_THAT(came, ElementsAre(1));
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(2)) << "and whoever is elsewhere is asked for";
}

TEST_F(ReplicationTest, WhoIsElsewhereIsHeardWhileTheMatchIsRead) {
  auto read = std::move(live.match);
  tell(subject_of("m1"), wire::encode(wire::ReplicaMessage(wire::ReplicaPresence{"n2", 2, 3, {}})));
  live.match = std::move(read);
  EXPECT_EQ(live.spectators_everywhere(), 3);
  EXPECT_TRUE(live.is_connected(1));
}

TEST_F(ReplicationTest, ThatAMatchIsToBeReadAgainIsHeardWhileItIsRead) {
  auto read = std::move(live.match);
  notify_of("m1", wire::ReplicaReadAgain{"n2"});
  EXPECT_THAT(read_again, ElementsAre("m1"));
  live.match = std::move(read);
}

TEST_F(ReplicationTest, AMatchThatIsWatchedAndCouldNotBeReadIsReadAgain) {
  auto read = std::move(live.match);
  now += 20s;
  replication->look(now);
  EXPECT_THAT(reloaded, IsEmpty()) << "nobody waits for it";
  RecordingListener eva(guest("eva"));
  live.watchers.add(eva, -1);
  now += 20s;
  replication->look(now);
  EXPECT_THAT(reloaded, ElementsAre("m1"));
  live.watchers.remove(&eva);
  live.match = std::move(read);
}

TEST_F(ReplicationTest, WhoHasLeftJustBeforeAMatchIsNotFollowedAnyMoreIsToldOf) {
  RecordingListener eva(guest("eva"));
  live.watchers.add(eva, -1);
  presence.watchers_changed(live);
  live.watchers.remove(&eva);
  replication->unfollow(live);
  const auto there = told_of<wire::ReplicaPresence>("m1");
  ASSERT_FALSE(there.empty());
  EXPECT_EQ(there.back(), (wire::ReplicaPresence{"n1", 0, 0, {}}));
}

TEST_F(ReplicationTest, AnAnswerAfterTheMatchHasGoneIsNobodys) {
  move_elsewhere("m1");
  replication->catch_up(live);
  replication.reset();
  store.answer();
  EXPECT_THAT(came, IsEmpty());
}

TEST_F(ReplicationTest, TheNodeThatLooksAfterAMatchActsFirst) {
  live.copy.is_mine = true;
  EXPECT_EQ(grace_of(context, live), 0ms);
  live.copy.is_mine = false;
  EXPECT_EQ(grace_of(context, live), 2s);
}

}  // namespace
}  // namespace crownstar::live
