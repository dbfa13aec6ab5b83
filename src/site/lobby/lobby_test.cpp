// A lobby alone and one of two nodes, in a site that the test plays.
#include "site/lobby/lobby.hpp"

#include <algorithm>
#include <map>
#include <variant>

#include <gmock/gmock.h>

#include "site/bus/memory/exchange.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/match/terms/terms.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// One node: what the lobby asks of it is answered at once.
struct Node : LobbyPeople, LobbyEngines, LobbySeating, LobbyMatches, LobbyViewers, LobbyCluster {
  Node(std::string name, Instant& given_now, bus::Bus* given_bus)
      : now(given_now),
        own_bus(given_bus),
        live_nodes(std::move(name), given_now),
        lobby({*this, *this, *this, *this, *this, *this, [this] { return now; }, [this] { return ++drawn; },
               [this](std::string line) { log.push_back(std::move(line)); }}) {}

  const Person* online(std::string_view person) const override {
    const auto found = connected.find(person);
    return found == connected.end() ? nullptr : &found->second;
  }
  std::vector<std::string> everybody_online() const override {
    std::vector<std::string> all;
    for (const auto& [id, person] : connected) all.push_back(id);
    return all;
  }
  std::size_t online_count() const override { return connected.size(); }
  void with_player(const Person& person, const match::Terms&, std::function<void(match::Player)> then) override {
    then({person.id, person.name, match::PlayerKind::guest, 0, false});
  }
  std::optional<Refused> no_more_matches(std::string_view person) override {
    if (!busy.contains(person)) return std::nullopt;
    return Refused{"too_many_matches", "", "enough"};
  }
  std::expected<match::Player, Refused> player(std::string_view name, const match::Terms&) const override {
    if (name != "toy") return match::refused("no_such_engine", "there is only toy");
    return match::Player{"toy", "Toy", match::PlayerKind::engine, 0, false};
  }
  void begin(MatchToBegin match, std::vector<std::string> persons, Done<std::vector<int>> done) override {
    begun.push_back(match.id);
    std::vector<int> seats;
    for (const std::string& person : persons) seats.push_back(person.empty() ? -1 : static_cast<int>(seats.size()) % 2);
    done(std::move(seats));
  }
  bool is_known(std::string_view match) const override { return std::ranges::find(begun, match) != begun.end(); }
  std::vector<wire::MatchSummary> listed() const override { return {}; }
  std::optional<wire::MatchSummary> unfinished(const std::string& match) const override {
    if (match != table || lobby.is_away(table_host)) return std::nullopt;
    wire::MatchSummary summary;
    summary.match = match;
    return summary;
  }
  std::vector<std::string> open_tables_of(std::string_view host) const override {
    return host == table_host ? std::vector{table} : std::vector<std::string>{};
  }
  void host_is_away(const std::string& match, const std::string& host, Milliseconds away_for) override {
    hosts_away.push_back(match + " " + host + " " + std::to_string(away_for / 1s));
  }
  bool is_lobby_watched() const override { return is_watched; }
  void show_lobby(const Text& text) override { shown.push_back(*text); }
  void seeks_gone(const std::vector<std::string>& lost) override { gone.insert(gone.end(), lost.begin(), lost.end()); }
  bus::Bus* bus() const override { return own_bus; }
  const bus::LiveNodes& nodes() const override { return live_nodes; }
  bool is_settled() const override { return settled; }
  void survey_by(Instant) override {}
  bool is_surveying() const override { return false; }

  Person arrive(const std::string& id) {
    const Person person{id, "Guest " + id, people::PersonKind::guest, {}};
    connected[id] = person;
    lobby.arrived(id);
    return person;
  }
  void leave(const std::string& id) {
    connected.erase(id);
    lobby.left(id);
  }

  Instant& now;
  bus::Bus* own_bus;
  bus::LiveNodes live_nodes;
  std::map<std::string, Person, std::less<>> connected;
  std::set<std::string, std::less<>> busy;
  std::vector<std::string> begun;
  std::vector<std::string> shown;
  std::vector<std::string> gone;
  std::vector<std::string> hosts_away;  // as they were reported
  std::vector<std::string> log;
  std::string table;  // one that is open
  std::string table_host;
  bool is_watched = true;
  bool settled = true;
  std::uint64_t drawn = 0;
  Lobby lobby;
};

SeekRequest request(bool is_quick = false) {
  SeekRequest asked;
  asked.terms = {"american", "", {{match::ClockKind::fischer, 180s, 2s, 0}}, false};
  asked.is_quick = is_quick;
  return asked;
}

class LobbyTest : public testing::Test {
 protected:
  std::shared_ptr<Node> node_named(const std::string& name, bus::Bus* bus = nullptr) {
    auto node = std::make_shared<Node>(name, now, bus);
    node->lobby.begin(node);
    return node;
  }
  std::expected<SeekResult, Refused> sought(Node& node, const Person& person, const SeekRequest& asked) {
    std::optional<std::expected<SeekResult, Refused>> answer;
    node.lobby.seek(person, asked, [&](auto given) { answer = std::move(given); });
    deliver();
    EXPECT_TRUE(answer);
    return answer ? *answer : match::refused("no_answer", "");
  }
  bus::Post post() {
    return [this](std::function<void()> work) { posted.push_back(std::move(work)); };
  }
  void deliver() {
    for (std::size_t index = 0; index < posted.size(); ++index) {
      const auto work = posted[index];
      work();
    }
    posted.clear();
  }

  Instant now{std::chrono::days{20000}};
  std::vector<std::function<void()>> posted;
};

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
  first->lobby.unseek(ann, seek->seek, [](auto) {});
  deliver();
  EXPECT_THAT(second->gone, ElementsAre(seek->seek));
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

TEST_F(LobbyOfTwoNodesTest, WhereSomebodyIsIsHeardOnce) {
  meet();
  const auto before = second_bus->figures().delivered;
  ASSERT_TRUE(first_bus->publish(seekers_subject, wire::encode(wire::LobbySeeker{"one", "ann", true})));
  deliver();
  EXPECT_EQ(second_bus->figures().delivered, before + 1);
}

}  // namespace
}  // namespace crownstar::lobby
