// Two nodes with one store and one bus: a lobby that both have, and who is connected where.
#include <gmock/gmock.h>

#include "site/live/scenarios/nodes_test.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class NodesLobbyTest : public NodesTest {
 protected:
  std::expected<SeekResult, Refused> seek_on(LiveSite& node, const Person& person, bool is_quick = false) {
    SeekRequest request;
    request.terms = terms_of("american");
    request.is_quick = is_quick;
    return answer_of<SeekResult>([&](auto done) { node.seek(person, request, done); });
  }
  std::expected<SeekResult, Refused> take_on(LiveSite& node, const Person& person, const std::string& seek) {
    return answer_of<SeekResult>([&](auto done) { node.take_seek(person, seek, -1, done); });
  }
  // The leader, as if its process were gone.
  void lose_first() {
    live.reset();
    first_bus.reset();
    pass_on_second(10);  // the last sign of life may be heard late
  }
  void pass_on_second(int seconds) {
    for (int count = 0; count < seconds; ++count) {
      now += 1s;
      second->tick();
      settle();
    }
  }
  static std::vector<std::string> seeks_gone(const RecordingListener& ear) {
    std::vector<std::string> gone;
    for (const auto& change : ear.all<wire::ServerLobbyChange>()) {
      gone.insert(gone.end(), change.seeks_gone.begin(), change.seeks_gone.end());
    }
    return gone;
  }
};

TEST_F(NodesLobbyTest, ANodeThatComesIsReadyWhenItHasTheWholeLobby) {
  EXPECT_EQ(live->missing(), "");
  EXPECT_EQ(second->missing(), "");
  stop_second();
  std::vector<std::string> seeks;
  for (int count = 0; count < 200; ++count) {  // of which one message does not hold all
    const auto sought = seek_on(*live, guest("p" + std::to_string(count)));
    ASSERT_TRUE(sought) << sought.error().reason;
    seeks.push_back(sought->seek);
  }
  start_second();
  EXPECT_EQ(second->missing(), "the other nodes have not been heard yet");
  both_pass(1s);
  EXPECT_EQ(second->missing(), "the other nodes have not been heard yet");
  both_pass(3s);
  EXPECT_EQ(second->missing(), "");
  // It would go on with all of them.
  live.reset();
  first_bus.reset();
  pass_on_second(5);
  EXPECT_EQ(second->missing(), "");
  EXPECT_THAT(second->seeks(), SizeIs(200));
}

TEST_F(NodesLobbyTest, ALobbyThatIsTooLargeForOneMessageIsToldInPortions) {
  stop_second();
  std::vector<std::pair<Person, std::string>> seeks;
  SeekRequest request;
  request.terms = terms_of("sternhalma:players=6,hop=symmetric,goal=closed,rounds=299",
                           {match::ClockKind::byoyomi, 35'999'999ms, 1'799'999ms, 25});
  request.ratings = {1, 9998};
  request.seat = 0;
  request.engines = {{"toy", 2}, {"toy", 3}, {"toy", 4}, {"toy", 5}};
  for (int count = 0; count < limits::lobby_seeks; ++count) {
    Person person = guest("p" + std::to_string(count));
    person.name.clear();
    for (int letter = 0; letter < limits::name_letters; ++letter) person.name += "𝔫";
    const auto sought = answer_of<SeekResult>([&](auto done) { live->seek(person, request, done); });
    ASSERT_TRUE(sought) << sought.error().reason;
    seeks.emplace_back(person, sought->seek);
  }
  start_second();
  meet();
  Attached looker(*second, cyd);
  second->watch_lobby(looker, true);
  EXPECT_THAT(looker.last<wire::ServerLobby>().seeks, SizeIs(limits::lobby_seeks));
  EXPECT_GT(looker.texts.back()->size(), limits::bus_message_bytes);
  // What goes while nothing is heard is missing from the next portions.
  exchange->cut();
  for (const std::size_t index : {0U, 100U, 499U}) {
    live->unseek(seeks[index].first, seeks[index].second, [](const auto&) {});
  }
  settle();
  exchange->mend();
  settle();
  both_pass(1s);
  second->watch_lobby(looker, true);
  EXPECT_THAT(looker.last<wire::ServerLobby>().seeks, SizeIs(limits::lobby_seeks - 3));
}

TEST_F(NodesLobbyTest, WhoLooksAtTheLobbySeesHowGamesStandThatArePlayedAtAnotherNode) {
  Attached looker(*second, cyd);
  second->watch_lobby(looker, true);
  const auto made = create(ann, {blitz(), {}, false, true});
  ASSERT_TRUE(made);
  ASSERT_TRUE(join(ben, {made->match, {}, {}}));
  const auto row = [&] {
    wire::MatchSummary last;
    for (const auto& change : looker.all<wire::ServerLobbyChange>()) {
      for (const auto& each : change.matches) last = each;
    }
    return last;
  };
  for (int tries = 0; tries < 30 && row().position.empty(); ++tries) both_pass(1s);  // it is read first
  EXPECT_FALSE(row().position.empty());
  const std::vector<Person> players{ann, ben};
  for (int ply = 1; ply <= 3; ++ply) {
    play(players, made->match, 1);
    for (int tries = 0; tries < 30 && row().ply < ply; ++tries) both_pass(1s);  // and then it hears of each move
    EXPECT_EQ(row().ply, ply);
    EXPECT_EQ(row().turn, turn(made->match));
    EXPECT_TRUE(row().time);
  }
  EXPECT_EQ(row().position, look(made->match, [](const auto& match) { return match.game().position(); }));
}

TEST_F(NodesLobbyTest, ATableWhoseHostIsAtNoNodePassesToAGuestOnce) {
  auto host = std::make_unique<Attached>(*live, ann);
  auto elsewhere = std::make_unique<Attached>(*second, ann);
  const auto made = create(ann, {terms_of("sternhalma:players=3", fischer(180s, 2s)), {}, false, true});
  ASSERT_TRUE(made) << made.error().reason;
  Attached guest_there(*second, ben);
  ASSERT_TRUE(answer_of<Sat>([&](auto done) { second->join(ben, {made->match, {}, {}}, done); }));
  watch_on(*second, guest_there, made->match);
  settle();
  const auto pass_a_while = [&] {
    for (int count = 0; count < 40; ++count) both_pass(2s);
  };
  host.reset();
  settle();
  pass_a_while();
  for (LiveSite* node : {live.get(), second.get()}) {
    ASSERT_THAT(node->lobby_matches(), SizeIs(1)) << "she is at the second node";
    EXPECT_EQ(node->lobby_matches()[0].host, "ann");
  }
  elsewhere.reset();
  settle();
  pass_a_while();
  for (LiveSite* node : {live.get(), second.get()}) {
    ASSERT_THAT(node->lobby_matches(), SizeIs(1));
    EXPECT_EQ(node->lobby_matches()[0].host, "ben");
  }
  EXPECT_EQ(guest_there.last<wire::ServerSetup>().setup.host, "ben");
  EXPECT_EQ(stored_events(made->match), 4U) << "made, ann, ben, and that ann got up: once";
}

// A node that the leader takes for gone, and that has heard the leader all the time: it stood still, or was heard by
// nobody.
TEST_F(NodesLobbyTest, WhoWaitsAtANodeThatTheLeaderForgotWaitsOn) {
  const auto third_bus = exchange->make_bus(mailbox.post());
  std::string last;
  third_bus->subscribe("nodes", [&](auto, std::string_view text) { last = text; });
  Attached waiting(*second, ann);
  ASSERT_TRUE(seek_on(*second, ann, true));
  settle();
  now += 1s;
  second->tick();
  settle();
  const auto sign = wire::decode_known<wire::NodeSign>(last);
  ASSERT_TRUE(sign && std::holds_alternative<wire::NodeHere>(*sign)) << last;
  const wire::NodeSign leaves = wire::NodeLeaves{std::get<wire::NodeHere>(*sign).node};
  ASSERT_TRUE(third_bus->publish("nodes", wire::encode(leaves)));
  settle();
  for (int count = 0; count < 20; ++count) both_pass(1s);
  Attached other(*live, ben);
  const auto sought = seek_on(*live, ben, true);
  ASSERT_TRUE(sought) << sought.error().reason;
  EXPECT_TRUE(sought->match) << "ann does not wait any more";
  settle();
  EXPECT_THAT(waiting.all<wire::ServerPaired>(), SizeIs(1));
}

TEST_F(NodesLobbyTest, ASeekOfOneNodeIsSeenAndTakenOnTheOtherOnce) {
  for (const bool is_at_leader : {true, false}) {
    LiveSite& at = is_at_leader ? *live : *second;
    LiveSite& other = is_at_leader ? *second : *live;
    Attached host(at, ann);
    Attached guest_of_it(other, ben);
    Attached third(at, cyd);
    at.watch_lobby(host, true);
    other.watch_lobby(guest_of_it, true);
    const auto sought = seek_on(at, ann);
    ASSERT_TRUE(sought) << sought.error().reason;
    settle();
    EXPECT_TRUE(guest_of_it.has_heard(sought->seek));
    std::vector<std::expected<SeekResult, Refused>> taken;
    other.take_seek(ben, sought->seek, -1, [&](auto answer) { taken.push_back(std::move(answer)); });
    at.take_seek(cyd, sought->seek, -1, [&](auto answer) { taken.push_back(std::move(answer)); });
    ASSERT_TRUE(mailbox.run_until([&] { return taken.size() == 2; }));
    settle();
    EXPECT_NE(taken[0].has_value(), taken[1].has_value()) << "one of the two";
    EXPECT_FALSE(host.all<wire::ServerPaired>().empty()) << "wherever they are";
    EXPECT_FALSE(take_on(other, ben, sought->seek));
  }
}

// Cut off from each other both keep a lobby, and draw the same lots: whoever pairs the seek second has not paired it.
TEST_F(NodesLobbyTest, ASeekThatTwoNodesKeepIsPairedOnceByTheStoresKey) {
  stop_second();
  second_seed = 7;
  start_second();
  exchange->cut();
  for (int count = 0; count < 10; ++count) both_pass(1s);
  const auto here = seek_on(*live, ann);
  const auto there = seek_on(*second, ann);
  ASSERT_TRUE(here && there);
  ASSERT_EQ(here->seek, there->seek);
  const auto taken = take_on(*live, ben, here->seek);
  ASSERT_TRUE(taken && taken->match) << "by one of them";
  const auto late = take_on(*second, cyd, there->seek);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, "no_such_seek");
  const auto again = take_on(*second, ben, there->seek);
  EXPECT_FALSE(again) << "it is gone here too";
  EXPECT_EQ(status_on(*second, taken->match->match), status(taken->match->match));
}

TEST_F(NodesLobbyTest, TwoWhoWantAnyOpponentMeetAcrossNodes) {
  Attached one(*live, ann);
  Attached two(*second, ben);
  ASSERT_TRUE(seek_on(*live, ann, true));
  const auto paired = seek_on(*second, ben, true);
  ASSERT_TRUE(paired) << paired.error().reason;
  ASSERT_TRUE(paired->match);
  settle();
  EXPECT_EQ(one.last<wire::ServerPaired>().match, paired->match->match);
}

TEST_F(NodesLobbyTest, TheNextNodeGoesOnWithTheLobbyWhenTheLeaderIsGone) {
  Attached two(*second, ben);
  second->watch_lobby(two, true);
  const auto listed = seek_on(*second, ben);
  const auto left = seek_on(*second, ben);
  SeekRequest by_link;
  by_link.terms = terms_of("american");
  by_link.is_by_link = true;
  const auto invited = answer_of<SeekResult>([&](auto done) { second->seek(ben, by_link, done); });
  ASSERT_TRUE(listed && left && invited);
  ASSERT_TRUE(answer_of<void>([&](auto done) { second->unseek(ben, left->seek, done); }));
  settle();
  ASSERT_TRUE(two.has_heard(listed->seek));
  lose_first();
  EXPECT_THAT(seeks_gone(two), ElementsAre(left->seek)) << "by its maker";
  EXPECT_FALSE(take_on(*second, cyd, left->seek));
  const auto taken = take_on(*second, cyd, listed->seek);
  ASSERT_TRUE(taken && taken->match) << (taken ? "" : taken.error().reason);
  settle();
  EXPECT_EQ(two.last<wire::ServerPaired>().match, taken->match->match);
  const auto accepted = answer_of<SeekResult>([&](auto done) { second->accept(cyd, invited->code, -1, done); });
  ASSERT_TRUE(accepted && accepted->match) << (accepted ? "" : accepted.error().reason);
  const auto again = seek_on(*second, ben);
  EXPECT_TRUE(again) << again.error().reason;
}

TEST_F(NodesLobbyTest, WhoCameToTheLobbyLaterHasACopyOfItAll) {
  auto one = std::make_unique<Attached>(*live, ann);
  stop_second();
  both_pass(10s);
  const auto listed = seek_on(*live, ann);
  ASSERT_TRUE(listed);
  second_seed = 9;
  start_second();
  meet();
  for (int count = 0; count < 6; ++count) both_pass(1s);
  one.reset();
  lose_first();
  const auto taken = take_on(*second, ben, listed->seek);
  ASSERT_TRUE(taken) << taken.error().reason;
  EXPECT_TRUE(taken->match) << "her connection may come to this node yet";
}

TEST_F(NodesLobbyTest, WhatIsAskedOfANodeThatHasJustBegunWaitsUntilItKnowsTheLeader) {
  const auto listed = seek_on(*live, ann);
  ASSERT_TRUE(listed);
  stop_second();
  start_second();
  std::optional<std::expected<SeekResult, Refused>> taken;
  second->take_seek(ben, listed->seek, -1, [&](auto answer) { taken = std::move(answer); });
  EXPECT_FALSE(taken);
  meet();
  ASSERT_TRUE(mailbox.run_until([&] { return taken.has_value(); }));
  ASSERT_TRUE(*taken) << taken->error().reason;
  EXPECT_TRUE((*taken)->match);
}

TEST_F(NodesLobbyTest, ASeekWhoseMakerDoesNotComeBackEndsWithTheNextLeader) {
  Attached two(*second, ben);
  second->watch_lobby(two, true);
  SeekRequest request;
  request.terms = blitz();
  const auto listed = answer_of<SeekResult>([&](auto done) { live->seek(ann, request, done); });
  ASSERT_TRUE(listed);
  settle();
  lose_first();
  EXPECT_THAT(seeks_gone(two), IsEmpty());
  pass_on_second(20);
  EXPECT_THAT(seeks_gone(two), ElementsAre(listed->seek));
}

TEST_F(NodesLobbyTest, ASeekThatTheLeaderPairedLastIsNotTakenOver) {
  Attached two(*second, ben);
  const auto listed = seek_on(*second, ben);
  ASSERT_TRUE(listed);
  settle();
  const auto taken = take_on(*live, ann, listed->seek);
  ASSERT_TRUE(taken && taken->match);
  settle();
  lose_first();
  const auto late = take_on(*second, cyd, listed->seek);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, "no_such_seek");
}

TEST_F(NodesLobbyTest, WhoWaitsForAnybodyWaitsOnWithTheNextLeader) {
  Attached two(*second, ben);
  const auto waiting = seek_on(*second, ben, true);
  ASSERT_TRUE(waiting && !waiting->match);
  lose_first();
  const auto paired = seek_on(*second, cyd, true);
  ASSERT_TRUE(paired && paired->match) << "ben was still there";
  settle();
  EXPECT_EQ(two.last<wire::ServerPaired>().match, paired->match->match);
}

TEST_F(NodesLobbyTest, WhoWasPairedDoesNotWaitWithTheNextLeader) {
  Attached two(*second, ben);
  ASSERT_TRUE(seek_on(*second, ben, true));
  const auto paired = seek_on(*live, ann, true);
  ASSERT_TRUE(paired && paired->match) << "a game without a clock";
  settle();
  ASSERT_EQ(two.last<wire::ServerPaired>().match, paired->match->match);
  lose_first();
  const auto alone = seek_on(*second, cyd, true);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->match);
}

// The leader cannot tell of what it pairs any more; the store can.
TEST_F(NodesLobbyTest, WhoWasPairedByALeaderThatIsCutOffIsNotPairedAgain) {
  Attached two(*second, ben);
  ASSERT_TRUE(seek_on(*second, ben, true));
  exchange->cut();
  const auto paired = seek_on(*live, ann, true);
  ASSERT_TRUE(paired && paired->match);
  for (int count = 0; count < 12; ++count) both_pass(1s);
  const auto alone = seek_on(*second, cyd, true);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->match);
}

TEST_F(NodesLobbyTest, WhoEndedTheirWaitIsNotAskedForAgain) {
  Attached two(*second, ben);
  const auto waiting = seek_on(*second, ben, true);
  ASSERT_TRUE(waiting);
  ASSERT_TRUE(answer_of<void>([&](auto done) { second->unseek(ben, waiting->seek, done); }));
  lose_first();
  const auto alone = seek_on(*second, cyd, true);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->match);
}

TEST_F(NodesTest, WhatIsSaidAndWhoIsThereIsKnownOnTheOther) {
  for (const Person& person : {ann, ben, cyd}) keep_account(person);
  const std::string id = match_of(terms_of("american"), {ann, ben});
  Attached here(*live, ann);
  Attached there(*second, ben);
  Attached looker(*second, cyd);
  watch_on(*live, here, id);
  watch_on(*second, there, id);
  watch_on(*second, looker, id);
  both_pass(2s);
  const auto presence = here.last<wire::ServerPresence>();
  EXPECT_EQ(presence.seats, (std::vector<bool>{true, true}));
  EXPECT_EQ(presence.spectators, 1);
  const auto said = answer_of<void>([&](auto done) { live->say(ann, {id, true, "good luck"}, done); });
  ASSERT_TRUE(said) << said.error().code << ": " << said.error().reason << testing::PrintToString(log);
  settle();
  EXPECT_EQ(there.last<wire::ServerChat>().line.text, "good luck");
  EXPECT_FALSE(looker.has_heard("good luck"));
  second->detach(there);
  both_pass(2s);
  EXPECT_EQ(here.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false}));
  second->attach(there);
}

TEST(ReplicaMessageTest, EventsAreReadAsTheyWereWrittenOrNotAtAll) {
  const wire::ReplicaMessage head = wire::ReplicaEvents{"n1", 7};
  const std::string text = wire::encode_with_bytes(head, "{\"a\":1}\n{}");
  std::string_view rows = text;
  EXPECT_EQ(wire::take_head<wire::ReplicaMessage>(rows), head);
  EXPECT_EQ(rows, "{\"a\":1}\n{}");
  for (const std::string_view wrong :
       {"", "n1 7\n{}", R"({"t":"events","node":"n1"})", R"({"t":"events","node":"n1","first":-1})",
        R"({"t":"events","node":"n1","first":99999999999})", R"({"t":"events","node":"","first":7})"}) {
    std::string_view read = wrong;
    EXPECT_FALSE(wire::take_head<wire::ReplicaMessage>(read)) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::live
