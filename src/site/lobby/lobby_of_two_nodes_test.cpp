// What the leader of the lobby and another node tell each other.
#include <algorithm>
#include <variant>

#include <gmock/gmock.h>

#include "site/bus/memory/exchange.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/lobby/lobby.hpp"
#include "site/lobby/lobby_fixture_test.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

using namespace testing_lobby;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// The leader and another node, who have heard each other.
class LobbyOfTwoNodesTest : public LobbyTest {
 protected:
  void meet() {
    now += 1s;
    second = node_named("two", second_bus.get());
    first->lobby.join_nodes();
    second->lobby.join_nodes();
    first->live_nodes.heard("two", now, 1, second->live_nodes.since());
    second->live_nodes.heard("one", now, 1, first->live_nodes.since());
    first->lobby.nodes_changed();
    second->lobby.nodes_changed();
    deliver();
  }
  static wire::ServerLobby whole_of(Node& node) {
    const auto text = node.lobby.whole(true);
    const auto message = wire::decode<wire::ServerMessage>(*text);
    EXPECT_TRUE(message) << message.error().reason;
    return message ? std::get<wire::ServerLobby>(*message) : wire::ServerLobby{};
  }

  std::shared_ptr<bus::MemoryExchange> exchange = bus::MemoryExchange::create();
  std::unique_ptr<bus::Bus> first_bus = exchange->make_bus(post());
  std::unique_ptr<bus::Bus> second_bus = exchange->make_bus(post());
  std::shared_ptr<Node> first = node_named("one", first_bus.get());
  std::shared_ptr<Node> second;
};

TEST_F(LobbyOfTwoNodesTest, AFullLobbyWithThoseWhoWaitForAnyOpponentIsReadByEveryNode) {
  // The other node comes later, and hears the whole list at once.
  for (int count = 0; count < limits::lobby_seeks; ++count) {
    ASSERT_TRUE(sought(*first, first->arrive("s" + std::to_string(count)), request()));
  }
  for (int count = 0; count < limits::lobby_quick + 10; ++count) {
    SeekRequest asked = request(true);
    asked.terms.clocks[0].main += std::chrono::seconds{1 + count};  // nobody fits anybody
    ASSERT_TRUE(sought(*first, first->arrive("q" + std::to_string(count)), asked));
  }
  const auto full = static_cast<std::size_t>(limits::lobby_rows);
  const wire::ServerLobby here = whole_of(*first);
  EXPECT_THAT(here.seeks, SizeIs(full));
  EXPECT_EQ(std::ranges::count(here.seeks, true, &wire::Seek::quick), limits::lobby_quick);
  meet();
  first->lobby.look(now);
  deliver();
  const wire::ServerLobby there = whole_of(*second);
  EXPECT_THAT(there.seeks, SizeIs(full));
  EXPECT_EQ(std::ranges::count(there.seeks, true, &wire::Seek::quick), limits::lobby_quick);
}

// One of message version 4 refuses a list of more than 500 rows.
TEST_F(LobbyOfTwoNodesTest, NoMessageHasMoreRowsThanANodeOfAnEarlierVersionReads) {
  std::size_t messages = 0;
  std::size_t most_rows = 0;
  second_bus->subscribe(list_subject, [&](std::string_view, std::string_view text) {
    const auto list = wire::decode_known<wire::LobbyList>(text);
    ASSERT_TRUE(list) << list.error().reason;
    ++messages;
    if (const auto* whole = std::get_if<wire::LobbyListWhole>(&*list))
      most_rows = std::max(most_rows, whole->seeks.size());
    if (const auto* change = std::get_if<wire::LobbyListChange>(&*list)) {
      most_rows = std::max({most_rows, change->seeks.size(), change->gone.size()});
    }
  });
  for (int count = 0; count < limits::lobby_seeks; ++count) {
    ASSERT_TRUE(sought(*first, first->arrive("s" + std::to_string(count)), request()));
  }
  for (int count = 0; count < limits::lobby_quick; ++count) {
    SeekRequest asked = request(true);
    asked.terms.clocks[0].main += std::chrono::seconds{1 + count};
    ASSERT_TRUE(sought(*first, first->arrive("q" + std::to_string(count)), asked));
  }
  meet();
  first->lobby.look(now);
  deliver();
  EXPECT_THAT(whole_of(*second).seeks, SizeIs(limits::lobby_rows));
  EXPECT_GT(messages, 1U);
  EXPECT_LE(most_rows, 500U);
  // All of them end at once.
  now += limits::seek_life + 1s;
  first->lobby.tick(now);
  first->lobby.look(now);
  deliver();
  EXPECT_THAT(whole_of(*second).seeks, IsEmpty());
  EXPECT_LE(most_rows, 500U);
}

TEST_F(LobbyOfTwoNodesTest, WhatIsGoneIsToldAtEveryNode) {
  meet();
  const Person ann = first->arrive("ann");
  const auto seek = sought(*first, ann, request());
  ASSERT_TRUE(seek);
  deliver();
  second->is_watched = false;
  second->followed = {seek->seek};
  first->lobby.unseek(ann, seek->seek, [](auto) {});
  deliver();
  EXPECT_THAT(second->gone, ElementsAre(seek->seek));
}

TEST_F(LobbyOfTwoNodesTest, WhoFollowsASeekHearsOfItsEndAlthoughMessagesWereLost) {
  meet();
  const Person ann = first->arrive("ann");
  exchange->cut();  // the row never comes
  const auto one = sought(*first, ann, request());
  const auto other = sought(*first, ann, request());
  ASSERT_TRUE(one && other);
  second->followed = {one->seek, other->seek};
  exchange->mend();
  first->lobby.unseek(ann, one->seek, [](auto) {});
  deliver();
  EXPECT_THAT(second->gone, ElementsAre(one->seek));
  exchange->cut();  // neither does its end
  first->lobby.unseek(ann, other->seek, [](auto) {});
  exchange->mend();
  second->followed = {other->seek};
  now += 10s;
  first->lobby.look(now);
  deliver();
  EXPECT_THAT(second->gone, ElementsAre(one->seek, other->seek));
}

// The copy of the next leader is older than what the last one answered.
TEST_F(LobbyOfTwoNodesTest, WhatWasWithdrawnIsGoneWithTheNextLeaderToo) {
  meet();
  const Person ben = second->arrive("ben");
  const auto kept = sought(*second, ben, request());
  const auto gone = sought(*second, ben, request());
  ASSERT_TRUE(kept && gone);
  bool is_answered = false;
  second->lobby.unseek(ben, gone->seek, [&](const auto& left) { is_answered = left.has_value(); });
  for (std::size_t index = 0; index < posted.size() && !is_answered; ++index) {
    const auto work = posted[index];
    work();
  }
  ASSERT_TRUE(is_answered);
  SeekCopy revived;
  OpenSeeks before;  // as if the message of its end had been lost
  Offer offer;
  offer.terms = *match::checked(request().terms);
  const auto placed =
      before.seek(offer, {"ben", "Guest ben", match::PlayerKind::guest, 0, false}, now, [] { return 1; });
  revived = *before.kept(placed->seek);
  revived.id = gone->seek;
  LobbyCopy copy;
  copy.node = "one";
  copy.kept = {revived};
  deliver();
  ASSERT_TRUE(first_bus->publish(replica_subject, write_copy(copy)));
  deliver();
  second->live_nodes.gone("one");
  second->lobby.nodes_changed();
  const auto listed = second->lobby.listed();
  ASSERT_THAT(listed, SizeIs(1));
  EXPECT_EQ(listed[0].id, kept->seek);
}

TEST_F(LobbyOfTwoNodesTest, WhatNobodyAnsweredIsWithdrawnLater) {
  meet();
  const Person ben = second->arrive("ben");
  const auto seek = sought(*second, ben, request());
  ASSERT_TRUE(seek);
  second->live_nodes.heard("elder", now, 1, now - 1h);  // it has just gone, and nobody knows it yet
  std::string code;
  second->lobby.unseek(ben, seek->seek, [&](const auto& left) { code = left ? "" : left.error().code; });
  deliver();
  EXPECT_EQ(code, "busy");
  EXPECT_THAT(first->lobby.listed(), SizeIs(1));
  second->live_nodes.gone("elder");
  second->lobby.nodes_changed();
  now += 10s;
  second->lobby.look(now);
  deliver();
  EXPECT_THAT(first->lobby.listed(), IsEmpty());
}

// Another leader does not know of them, until they are asked for again.
TEST_F(LobbyOfTwoNodesTest, WhoWaitsForAnyOpponentDoesNotHearThatTheirSeekIsGone) {
  meet();
  const auto seek = sought(*second, second->arrive("ben"), request(true));
  ASSERT_TRUE(seek);
  second->followed = {seek->seek};
  ASSERT_TRUE(first_bus->publish(list_subject, wire::encode(wire::LobbyList(wire::LobbyListWhole{"one", {}, {}, {}}))));
  deliver();
  EXPECT_THAT(whole_of(*second).seeks, IsEmpty());
  EXPECT_THAT(second->gone, IsEmpty());
}

// Meanwhile the other node may have led, and paired somebody who is still known here as waiting.
TEST_F(LobbyOfTwoNodesTest, ALeaderThatStoodStillPairsNobodyWhoWaitedBefore) {
  meet();
  const Person ann = second->arrive("ann");
  deliver();
  ASSERT_TRUE(sought(*second, ann, request(true)));
  first->lobby.time_lost(5s);
  ASSERT_TRUE(sought(*first, first->arrive("ben"), request(true)));
  EXPECT_THAT(first->begun, IsEmpty());
  for (int seconds = 0; seconds < 30; ++seconds) {
    now += 1s;
    for (Node* const node : {first.get(), second.get()}) {
      node->lobby.look(now);
      node->lobby.tick(now);
      deliver();
    }
  }
  EXPECT_THAT(first->begun, SizeIs(1)) << "they ask again";
}

// Whoever was told that their seek is gone is paired by nobody.
TEST_F(LobbyOfTwoNodesTest, ASeekGivenUpWhileTheLeaderWasNotHeardIsGoneOnceItIsBack) {
  meet();
  const Person ann = second->arrive("ann");
  const auto made = sought(*second, ann, request());
  ASSERT_TRUE(made);
  exchange->cut();
  second->live_nodes.gone("one");
  second->lobby.nodes_changed();
  deliver();
  std::optional<bool> is_left;
  second->lobby.unseek(ann, made->seek, [&](const auto& left) { is_left = left.has_value(); });
  EXPECT_EQ(is_left, true);
  ASSERT_THAT(whole_of(*first).seeks, SizeIs(1)) << "it has not heard of that";
  exchange->mend();
  deliver();
  second->live_nodes.heard("one", now, 1, first->live_nodes.since());
  second->lobby.nodes_changed();
  deliver();
  EXPECT_THAT(whole_of(*first).seeks, IsEmpty());
  EXPECT_THAT(first->begun, IsEmpty());
}

TEST_F(LobbyOfTwoNodesTest, RowsFromAnotherNodeAreBoundedInNumber) {
  meet();
  ASSERT_TRUE(sought(*first, first->arrive("ann"), request()));
  deliver();
  const wire::Seek row = whole_of(*second).seeks.at(0);
  const auto tell = [&](int from, bool is_rated) {
    wire::LobbyListChange change;
    change.node = "one";
    for (int count = 0; count < 400; ++count) {
      change.seeks.push_back(row);
      change.seeks.back().id = "x" + std::to_string(from + count);
      change.seeks.back().rated = is_rated;
    }
    ASSERT_TRUE(first_bus->publish(list_subject, wire::encode(wire::LobbyList(std::move(change)))));
    deliver();
  };
  second->shown.clear();
  for (int count = 0; count < 4; ++count) tell(400 * count, false);
  EXPECT_THAT(whole_of(*second).seeks, SizeIs(limits::lobby_rows));
  EXPECT_THAT(second->shown, SizeIs(2)) << "nobody is shown what is not kept";
  tell(0, true);
  const auto rated = std::ranges::count(whole_of(*second).seeks, true, &wire::Seek::rated);
  EXPECT_EQ(rated, 400) << "a row that is known changes when there is no room for another one too";
}

TEST_F(LobbyOfTwoNodesTest, AHostIsNotAwayForLongBecauseAMessageWasLost) {
  meet();
  for (const auto& node : {first, second}) {
    node->table = "m1";
    node->table_host = "ann";
  }
  first->arrive("ann");
  first->leave("ann");
  deliver();
  exchange->cut();
  second->arrive("ann");
  deliver();
  exchange->mend();
  bool was_away = false;
  for (int seconds = 0; seconds < 20; ++seconds) {
    now += 1s;
    first->lobby.tick(now);
    was_away |= first->lobby.is_away("ann");
    deliver();
  }
  EXPECT_TRUE(was_away);
  EXPECT_FALSE(first->lobby.is_away("ann")) << "the other node was asked, and has them";
  second->leave("ann");
  deliver();
  for (int seconds = 0; seconds < 40; ++seconds) {
    now += 1s;
    for (const auto& node : {first, second}) node->lobby.tick(now);
    deliver();
  }
  EXPECT_TRUE(first->lobby.is_away("ann"));
  EXPECT_TRUE(second->lobby.is_away("ann"));
}

TEST_F(LobbyOfTwoNodesTest, WhereSomebodyIsIsHeardOnce) {
  meet();
  const auto before = second_bus->figures().delivered;
  ASSERT_TRUE(first_bus->publish(seekers_subject, wire::encode(wire::LobbySeeker{"one", "ann", true})));
  deliver();
  EXPECT_EQ(second_bus->figures().delivered, before + 1);
}

}  // namespace
}  // namespace crownstar::lobby
