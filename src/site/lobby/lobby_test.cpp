// A lobby alone, and as one node of several.
#include "site/lobby/lobby.hpp"

#include <algorithm>
#include <variant>

#include <gmock/gmock.h>

#include "site/bus/memory/exchange.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/lobby/lobby_fixture_test.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

using namespace testing_lobby;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(LobbyTest, ASeekIsShownAndTakenAndItsMatchIsNamedAfterIt) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  const auto seek = sought(*node, ann, request());
  ASSERT_TRUE(seek) << seek.error().reason;
  EXPECT_FALSE(seek->match);
  ASSERT_THAT(node->shown, SizeIs(1));
  std::optional<std::expected<SeekResult, Refused>> taken;
  node->lobby.take(ben, seek->seek, -1, [&](auto given) { taken = std::move(given); });
  ASSERT_TRUE(taken && *taken) << "it is answered when the match has begun";
  EXPECT_EQ((*taken)->match->match, "m" + seek->seek);
  EXPECT_THAT(node->begun, ElementsAre("m" + seek->seek));
  EXPECT_THAT(node->lobby.listed(), IsEmpty());
}

TEST_F(LobbyTest, WhatIsGoneIsToldThoughNobodyLooks) {
  const auto node = node_named("one");
  node->is_watched = false;
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  const auto taken = sought(*node, ann, request());
  const auto withdrawn = sought(*node, ann, request());
  ASSERT_TRUE(taken && withdrawn);
  EXPECT_THAT(node->gone, IsEmpty());
  node->lobby.unseek(ann, withdrawn->seek, [](auto) {});
  EXPECT_THAT(node->gone, ElementsAre(withdrawn->seek));
  node->lobby.take(ben, taken->seek, -1, [](auto) {});
  EXPECT_THAT(node->gone, ElementsAre(withdrawn->seek, taken->seek));
}

TEST_F(LobbyTest, AnOpenTableIsHiddenWhileItsHostIsAway) {
  const auto node = node_named("one");
  node->arrive("ann");
  node->table = "m1";
  node->table_host = "ann";
  node->leave("ann");
  now += 10s;
  node->lobby.tick(now);
  EXPECT_FALSE(node->lobby.is_away("ann")) << "a line may break for a moment";
  now += 5s;
  node->lobby.tick(now);
  EXPECT_TRUE(node->lobby.is_away("ann"));
  EXPECT_THAT(node->shown.back(), testing::HasSubstr("\"matches_gone\":[\"m1\"]"));
  node->arrive("ann");
  now += 1s;
  node->lobby.tick(now);
  EXPECT_THAT(node->shown.back(), testing::HasSubstr("\"match\":\"m1\""));
}

TEST_F(LobbyTest, ThatAHostIsAwayIsReportedUntilTheyAreBack) {
  const auto node = node_named("one");
  node->arrive("ann");
  node->table = "m1";
  node->table_host = "ann";
  node->leave("ann");
  now += 10s;
  node->lobby.tick(now);
  EXPECT_THAT(node->hosts_away, IsEmpty());
  for (const auto time : {5s, 45s}) {
    now += time;
    node->lobby.tick(now);
  }
  EXPECT_THAT(node->hosts_away, ElementsAre("m1 ann 15", "m1 ann 60"));
  node->arrive("ann");
  now += 1s;
  node->lobby.tick(now);
  EXPECT_THAT(node->hosts_away, SizeIs(2));
}

TEST_F(LobbyTest, AnAbsentHostIsForgottenWithTheirLastOpenTable) {
  const auto node = node_named("one");
  node->arrive("ann");
  node->table = "m1";
  node->table_host = "ann";
  node->leave("ann");
  now += 16s;
  node->lobby.tick(now);
  ASSERT_TRUE(node->lobby.is_away("ann"));
  node->table_host.clear();  // the match was given up
  node->lobby.tick(now);
  EXPECT_FALSE(node->lobby.is_away("ann")) << "nobody would ever forget her";
}

TEST_F(LobbyTest, WhoComesReadsHowManyAreOnlineNow) {
  const auto node = node_named("one");
  const auto online_in = [](std::string_view text) {
    const auto message = wire::decode<wire::ServerMessage>(text);
    EXPECT_TRUE(message) << text;
    const auto* whole = std::get_if<wire::ServerLobby>(&*message);
    return whole ? whole->online : std::get<wire::ServerLobbyChange>(*message).online.value_or(-1);
  };
  node->arrive("ann");
  node->arrive("ben");
  node->lobby.tick(now);
  EXPECT_EQ(online_in(node->shown.back()), 2);
  node->is_watched = false;
  node->leave("ben");
  node->lobby.tick(now);
  node->is_watched = true;
  EXPECT_EQ(online_in(*node->lobby.whole(true)), 1);
  node->arrive("ben");
  const auto second = node->lobby.whole(false);
  EXPECT_EQ(node->lobby.whole(false), second) << "one text for all who come at once";
  node->shown.clear();
  node->lobby.tick(now);
  ASSERT_THAT(node->shown, SizeIs(1)) << "they may have read that there is one";
  EXPECT_EQ(online_in(node->shown.back()), 2);
  EXPECT_EQ(online_in(*node->lobby.whole(false)), 2) << "who comes after the tick";
  node->shown.clear();
  node->lobby.tick(now);
  EXPECT_THAT(node->shown, IsEmpty()) << "nothing has changed";
}

TEST_F(LobbyTest, WhoWaitsForAnyOpponentIsShownAndMayBeTaken) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  const auto seek = sought(*node, ann, request(true));
  ASSERT_TRUE(seek) << seek.error().reason;
  ASSERT_THAT(node->shown, SizeIs(1));
  EXPECT_THAT(node->shown.back(), testing::HasSubstr("\"quick\":true"));
  std::optional<std::expected<SeekResult, Refused>> taken;
  node->lobby.take(ben, seek->seek, -1, [&](auto given) { taken = std::move(given); });
  ASSERT_TRUE(taken && *taken);
  EXPECT_THAT(node->begun, ElementsAre("m" + seek->seek));
  EXPECT_THAT(node->shown.back(), testing::HasSubstr("\"seeks_gone\":[\"" + seek->seek + "\"]"));
  EXPECT_THAT(node->lobby.listed(), IsEmpty());
}

TEST_F(LobbyTest, WhoHasEnoughMatchesIsRefusedAndNothingIsShown) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  node->busy.insert("ann");
  const auto seek = sought(*node, ann, request());
  ASSERT_FALSE(seek);
  EXPECT_EQ(seek.error().code, "too_many_matches");
  EXPECT_THAT(node->shown, IsEmpty());
}

TEST_F(LobbyTest, NoMatchBeginsWithSomebodyWhoHasEnough) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  const auto first = sought(*node, ann, request());
  const auto second = sought(*node, ann, request());
  ASSERT_TRUE(first && second);
  node->busy.insert("ann");
  std::optional<std::expected<SeekResult, Refused>> taken;
  node->lobby.take(ben, first->seek, -1, [&](auto given) { taken = std::move(given); });
  ASSERT_TRUE(taken && !*taken);
  EXPECT_EQ(taken->error().code, "no_such_seek") << "it is not ben who has enough";
  EXPECT_THAT(node->begun, IsEmpty());
  node->lobby.tick(now);
  EXPECT_THAT(node->lobby.listed(), IsEmpty());
  EXPECT_THAT(node->gone, ElementsAre(first->seek, second->seek));
}

TEST_F(LobbyTest, WhoWaitsIsNotPairedWithSomebodyWhoHasEnough) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  ASSERT_TRUE(sought(*node, ann, request(true)));
  node->busy.insert("ann");
  node->lobby.tick(now);
  const auto waits = sought(*node, ben, request(true));
  ASSERT_TRUE(waits) << waits.error().reason;
  EXPECT_FALSE(waits->match);
  EXPECT_THAT(node->begun, IsEmpty());
}

TEST_F(LobbyTest, WhoGotEnoughMatchesWhileTheRatingWasReadTakesNoSeek) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  const Person ben = node->arrive("ben");
  const auto seek = sought(*node, ann, request());
  ASSERT_TRUE(seek);
  node->while_reading = [&] { node->busy.insert("ben"); };
  std::optional<std::expected<SeekResult, Refused>> taken;
  node->lobby.take(ben, seek->seek, -1, [&](auto given) { taken = std::move(given); });
  ASSERT_TRUE(taken && !*taken);
  EXPECT_EQ(taken->error().code, "too_many_matches");
  EXPECT_THAT(node->lobby.listed(), SizeIs(1)) << "it is there for others";
}

TEST_F(LobbyTest, AClosedLobbyRefuses) {
  const auto node = node_named("one");
  const Person ann = node->arrive("ann");
  node->lobby.close();
  EXPECT_EQ(sought(*node, ann, request()).error().code, "stopping");
}

TEST_F(LobbyTest, RequestsOfANodeThatHasNotHeardTheOthersWait) {
  const auto exchange = bus::MemoryExchange::create();
  const auto bus = exchange->make_bus(post());
  const auto node = node_named("one", bus.get());
  node->lobby.join_nodes();
  const Person ann = node->arrive("ann");
  node->settled = false;
  EXPECT_FALSE(node->lobby.missing().empty());
  bool is_answered = false;
  node->lobby.seek(ann, request(), [&](const auto&) { is_answered = true; });
  deliver();
  EXPECT_FALSE(is_answered);
  node->settled = true;
  node->lobby.settled();
  EXPECT_TRUE(is_answered);
  EXPECT_TRUE(node->lobby.missing().empty());
}

TEST_F(LobbyTest, TheEldestNodeLeadsAndTheOthersAskIt) {
  const auto exchange = bus::MemoryExchange::create();
  const auto first_bus = exchange->make_bus(post());
  const auto second_bus = exchange->make_bus(post());
  const auto first = node_named("one", first_bus.get());
  now += 1s;
  const auto second = node_named("two", second_bus.get());
  first->lobby.join_nodes();
  second->lobby.join_nodes();
  first->live_nodes.heard("two", now, 1, second->live_nodes.since());
  second->live_nodes.heard("one", now, 1, first->live_nodes.since());
  first->lobby.nodes_changed();
  second->lobby.nodes_changed();
  deliver();
  const Person ann = second->arrive("ann");
  const auto seek = sought(*second, ann, request());
  ASSERT_TRUE(seek) << seek.error().reason;
  EXPECT_THAT(first->lobby.listed(), SizeIs(1)) << "the leader has it";
  EXPECT_THAT(second->lobby.listed(), IsEmpty());
  EXPECT_THAT(second->shown, SizeIs(1)) << "and both show it";

  // The leader is gone: the other goes on with its copy.
  second->live_nodes.gone("one");
  second->lobby.nodes_changed();
  deliver();
  EXPECT_THAT(second->lobby.listed(), SizeIs(1));
}

// Nobody may dangle: what the bus or the store answers after the site has gone reaches nothing.
TEST_F(LobbyTest, AnAnswerAfterTheEndReachesNobody) {
  const auto exchange = bus::MemoryExchange::create();
  const auto bus = exchange->make_bus(post());
  auto node = node_named("one", bus.get());
  node->lobby.join_nodes();
  ASSERT_TRUE(bus->publish("seekers", R"({"node":"two","person":"ann","here":true})"));
  node.reset();
  deliver();
}

TEST_F(LobbyTest, NodesTellEachOtherWhichHostsAreAwayAndWhoWaitsForAnyOpponent) {
  const auto exchange = bus::MemoryExchange::create();
  const auto first_bus = exchange->make_bus(post());
  const auto second_bus = exchange->make_bus(post());
  const auto first = node_named("one", first_bus.get());
  now += 1s;
  const auto second = node_named("two", second_bus.get());
  first->lobby.join_nodes();
  second->lobby.join_nodes();
  first->live_nodes.heard("two", now, 1, second->live_nodes.since());
  second->live_nodes.heard("one", now, 1, first->live_nodes.since());
  first->lobby.nodes_changed();
  second->lobby.nodes_changed();
  deliver();
  const Person ann = first->arrive("ann");
  second->arrive("ann");
  second->table = first->table = "m1";
  second->table_host = first->table_host = "ann";
  const auto pass = [&](std::chrono::seconds time) {
    deliver();
    now += time;
    first->lobby.tick(now);
    second->lobby.tick(now);
    deliver();
  };
  first->leave("ann");
  pass(16s);
  EXPECT_FALSE(first->lobby.is_away("ann")) << "she is at the other node";
  second->leave("ann");
  pass(16s);
  EXPECT_TRUE(first->lobby.is_away("ann"));
  EXPECT_TRUE(second->lobby.is_away("ann"));
  first->arrive("ann");
  pass(1s);
  EXPECT_FALSE(second->lobby.is_away("ann"));

  ASSERT_TRUE(sought(*first, ann, request(true)));
  deliver();
  EXPECT_THAT(second->shown.back(), testing::HasSubstr("\"quick\":true"));
  second->shown.clear();
  second->lobby.look(now);
  first->lobby.look(now);
  deliver();
  EXPECT_THAT(second->shown, IsEmpty()) << "the whole list says what is known";
  first->lobby.unseek(ann, {}, [](const auto&) {});
  deliver();
  EXPECT_THAT(second->shown.back(), testing::HasSubstr("\"seeks_gone\""));
}

}  // namespace
}  // namespace crownstar::lobby
