// What only the PostgreSQL backend promises: concurrent writers, a database that goes away and comes back, a
// connection that breaks during a commit. conformance/ tests what every backend promises.
#include "site/store/open/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <thread>

#include "site/store/moderation/moderation.hpp"
#include "site/store/postgres/location_test.hpp"
#include "site/store/postgres/proxy_test.hpp"

namespace crownstar::store {
namespace {

// A store and the thread that owns it.
struct Node {
  explicit Node(const std::string& address) {
    auto opened = open_postgres({.address = address}, mailbox.post());
    EXPECT_TRUE(opened) << opened.error().text;
    if (opened) store = std::move(*opened);
  }

  Outcome<void> append(const std::string& match, int number) {
    return ask(*store, mailbox, &Store::append, Append{match, number, moves(number, 1), {}, {}});
  }
  std::vector<EventRow> events(const std::string& match) {
    const auto rows = ask(*store, mailbox, &Store::events, match, 0, 100'000);
    EXPECT_TRUE(rows) << rows.error().text;
    return rows.value_or(std::vector<EventRow>{});
  }
  void make(const std::string& match) {
    const auto made = ask(*store, mailbox, &Store::create_match, match_named(match), moves(0, 1));
    EXPECT_TRUE(made) << made.error().text;
  }

  Mailbox mailbox;
  std::unique_ptr<PostgresStore> store;
};

TEST(PostgresStore, of_two_nodes_one_writes_each_number) {
  PostgresLocation location(PostgresServer::shared().address());
  Node one(location.address());
  one.make("m");
  constexpr int numbers = 200;
  std::array<std::set<int>, 2> won;
  std::array<int, 2> answered{};
  const auto race = [&](Node& node, std::size_t which) {
    for (int number = 1; number <= numbers; ++number) {
      node.store->append({"m", number, {{"moved", std::to_string(which)}}, {}, {}}, [&, number](Outcome<void> outcome) {
        ++answered[which];
        if (outcome) won[which].insert(number);
        EXPECT_TRUE(outcome || outcome.error().kind == FailureKind::taken) << outcome.error().text;
      });
    }
    EXPECT_TRUE(node.mailbox.run_until([&] { return answered[which] == numbers; }));
  };
  Node two(location.address());
  std::thread other([&] { race(two, 1); });
  race(one, 0);
  other.join();
  EXPECT_EQ(won[0].size() + won[1].size(), static_cast<std::size_t>(numbers));
  const auto rows = one.events("m");
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(numbers) + 1);
  for (int number = 1; number <= numbers; ++number) {
    EXPECT_EQ(rows[static_cast<std::size_t>(number)].body, won[0].contains(number) ? "0" : "1");
  }
}

TEST(PostgresStore, of_operators_at_the_same_time_each_has_a_line) {
  PostgresLocation location(PostgresServer::shared().address());
  Node node(location.address());  // which makes the tables
  constexpr int actions = 50;
  const auto act = [&] {
    auto moderation = Moderation::open(location.address());
    ASSERT_TRUE(moderation) << moderation.error().text;
    for (int action = 0; action < actions; ++action) {
      const auto done = moderation->let_speak("somebody");
      EXPECT_TRUE(done) << done.error().text;
    }
  };
  std::thread other(act);
  act();
  other.join();
  const auto listed = ask(*node.store, node.mailbox, &Store::read_setting, std::string(operator_actions_key));
  ASSERT_TRUE(listed && *listed);
  EXPECT_EQ(std::ranges::count(**listed, '\n'), 2 * actions);
}

TEST(PostgresStore, lines_from_two_nodes_get_numbers_one_after_the_other) {
  PostgresLocation location(PostgresServer::shared().address());
  Node one(location.address());
  Node two(location.address());
  one.make("m");
  std::array<std::vector<int>, 2> numbers;
  const auto talk = [&](Node& node, std::size_t which) {
    for (int line = 0; line < 50; ++line) {
      node.store->append_chat({.match = "m", .room = "players", .text = "hello", .at = at(1)},
                              [&](Outcome<int> number) {
                                EXPECT_TRUE(number) << number.error().text;
                                numbers[which].push_back(number.value_or(0));
                              });
    }
    EXPECT_TRUE(node.mailbox.run_until([&] { return numbers[which].size() == 50; }));
  };
  std::thread other([&] { talk(two, 1); });
  talk(one, 0);
  other.join();
  std::set<int> all(numbers[0].begin(), numbers[0].end());
  all.insert(numbers[1].begin(), numbers[1].end());
  EXPECT_EQ(all.size(), 100U);
  EXPECT_EQ(*all.begin(), 1);
  EXPECT_EQ(*all.rbegin(), 100);
}

TEST(PostgresStore, nodes_may_make_the_tables_at_the_same_time) {
  PostgresLocation location(PostgresServer::shared().address());
  std::vector<std::thread> nodes;
  for (int node = 0; node < 4; ++node) nodes.emplace_back([&] { EXPECT_TRUE(Node(location.address()).store); });
  for (std::thread& node : nodes) node.join();
}

TEST(PostgresStore, a_store_of_a_newer_program_is_refused_and_left_alone) {
  PostgresLocation location(PostgresServer::shared().address());
  Node(location.address()).make("m");
  run_sql(location.address(), "UPDATE crownstar SET version = 99");
  Mailbox mailbox;
  const auto opened = open_postgres({.address = location.address()}, mailbox.post());
  ASSERT_FALSE(opened);
  EXPECT_TRUE(opened.error().text.contains("version 99")) << opened.error().text;
}

TEST(PostgresStore, a_text_that_is_none_is_refused_alone) {
  PostgresLocation location(PostgresServer::shared().address());
  Node node(location.address());
  int stored = 0;
  std::optional<FailureKind> refused;
  for (int number = 0; number < 20; ++number) {
    PlayerRow player = guest_named("g" + std::to_string(number), "Ann");
    if (number == 7) player.name = std::string("a\0b", 3);
    node.store->create_player(
        player, [&](const Outcome<void>& outcome) { outcome ? void(++stored) : void(refused = outcome.error().kind); });
  }
  ASSERT_TRUE(node.mailbox.run_until([&] { return stored + (refused ? 1 : 0) == 20; }));
  EXPECT_EQ(stored, 19);
  EXPECT_EQ(refused, FailureKind::malformed);
}

// Both ways of losing the line while a move is committed. Whoever asked hears what is true, and never has to ask twice.
TEST(PostgresStore, a_commit_whose_answer_is_lost_happens_once) {
  PostgresLocation location(PostgresServer::shared().address());
  CuttingProxy proxy(location.address());
  {
    Node node(proxy.address());
    node.make("m");
    int number = 1;
    for (const auto cut : {CuttingProxy::Cut::after_commit, CuttingProxy::Cut::before_commit}) {
      for (int time = 0; time < 3; ++time, ++number) {
        proxy.cut_next(cut);
        const auto outcome = node.append("m", number);
        EXPECT_TRUE(outcome) << outcome.error().text;
      }
    }
    proxy.cut_next(CuttingProxy::Cut::after_commit);
    const auto line =
        ask(*node.store, node.mailbox, &Store::append_chat, ChatRow{.match = "m", .room = "players", .text = "hello"});
    EXPECT_TRUE(line && *line == 1);
    EXPECT_EQ(node.events("m"), moves(0, 7));
    EXPECT_EQ(ask(*node.store, node.mailbox, &Store::chat, "m", "", 0, 10)->size(), 1U) << "a line was said twice";
  }
  EXPECT_EQ(proxy.cuts(), 7);
}

TEST(PostgresStore, while_the_database_is_away_requests_are_refused_and_afterwards_taken) {
  const auto server = PostgresServer::own();
  Node node(server->address());
  node.make("m");
  ASSERT_TRUE(node.append("m", 1));
  EXPECT_EQ(node.events("m").size(), 2U);
  server->kill();
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto refused = node.append("m", 2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FailureKind::busy) << refused.error().text;
  }
  EXPECT_FALSE(ask(*node.store, node.mailbox, &Store::find_match, "m"));
  EXPECT_TRUE(node.store->figures().is_failing);
  server->start_again();
  // It looks by itself whether the database is back: nobody has to ask for it.
  for (int wait = 0; wait < 600 && node.store->figures().is_failing; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_FALSE(node.store->figures().is_failing);
  EXPECT_TRUE(node.append("m", 2));
  EXPECT_EQ(node.events("m"), moves(0, 3));
}

// Moves without a pause while the database is killed and started again. There is one writer, so no number is ever
// taken: where it would be, a move was kept that was said to be refused.
TEST(PostgresStore, nothing_is_lost_or_doubled_when_the_database_is_killed_under_load) {
  const auto server = PostgresServer::own();
  Node node(server->address());
  constexpr std::size_t matches = 16;
  std::array<int, matches> acknowledged{};
  int refusals = 0;
  bool is_drained = false;
  std::size_t under_way = 0;
  std::function<void(std::size_t)> play = [&](std::size_t match) {
    ++under_way;
    const int number = acknowledged[match] + 1;
    node.store->append({"m" + std::to_string(match), number, moves(number, 1), {}, {}},
                       [&, match, number](const Outcome<void>& outcome) {
                         --under_way;
                         if (outcome) {
                           acknowledged[match] = number;
                         } else {
                           ++refusals;
                           EXPECT_EQ(outcome.error().kind, FailureKind::busy) << outcome.error().text;
                         }
                         if (!is_drained) play(match);
                       });
  };
  for (std::size_t match = 0; match < matches; ++match) node.make("m" + std::to_string(match));
  std::thread killer([&] {
    for (int kill = 0; kill < 3; ++kill) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      server->kill();
      server->start_again();
    }
    node.mailbox.post()([&] { is_drained = true; });
  });
  for (std::size_t match = 0; match < matches; ++match) play(match);
  EXPECT_TRUE(node.mailbox.run_until([&] { return is_drained && under_way == 0; }));
  killer.join();
  int moves_acknowledged = 0;
  for (std::size_t match = 0; match < matches; ++match) {
    EXPECT_EQ(node.events("m" + std::to_string(match)), moves(0, acknowledged[match] + 1)) << match;
    moves_acknowledged += acknowledged[match];
  }
  std::printf("3 kills, %d moves acknowledged, %d refused, 0 lost, 0 doubled\n", moves_acknowledged, refusals);
  EXPECT_GT(moves_acknowledged, 16);
}

TEST(PostgresStore, a_damaged_row_is_not_shown_as_an_event) {
  PostgresLocation location(PostgresServer::shared().address());
  Node node(location.address());
  node.make("m");
  ASSERT_TRUE(node.append("m", 1));
  EXPECT_EQ(node.events("m"), moves(0, 2));
  run_sql(location.address(), "UPDATE events SET body = 'another move' WHERE number = 1");
  const auto damaged = ask(*node.store, node.mailbox, &Store::events, std::string("m"), 0, 100);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, FailureKind::broken);
  EXPECT_NE(damaged.error().text.find("checksum"), std::string::npos) << damaged.error().text;
  run_sql(location.address(), "DELETE FROM events WHERE number = 0");
  const auto missing = ask(*node.store, node.mailbox, &Store::events, std::string("m"), 0, 100);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, FailureKind::broken);
}

TEST(PostgresStore, an_address_is_shown_without_its_password) {
  EXPECT_EQ(shown_address("postgresql://ann:secret@db:5432/site"), "postgresql://ann:***@db:5432/site");
  EXPECT_EQ(shown_address("postgresql://ann@db/site?password=secret&sslmode=require"),
            "postgresql://ann@db/site?password=***&sslmode=require");
  EXPECT_EQ(shown_address("postgresql://ann:p@ss@db"), "postgresql://ann:***@db");
  EXPECT_EQ(shown_address("postgresql:///site?host=/run"), "postgresql:///site?host=/run");
  EXPECT_EQ(shown_address("postgresql://db,other:5433/site?port=5432"), "postgresql://db,other:5433/site?port=5432");
  EXPECT_EQ(shown_address("postgresql://[::1]/site"), "postgresql://[::1]/site");
  EXPECT_EQ(shown_address("/srv/a:b@c.db"), "/srv/a:b@c.db");
}

TEST(PostgresStore, no_part_of_a_password_is_shown_whatever_is_in_it) {
  // libpq takes the first; in the others what had to be escaped was not.
  for (const std::string password :
       {"hid?den", "?hidden", "hid/den", "/hidden", "hid:den", "hid?x=1&y=den", "hid?password=den"}) {
    for (const std::string rest :
         {"@db/site", "@db:5432/site?sslmode=require", "@/site?host=/run", "@den@db", "", "/site"}) {
      const std::string shown = shown_address("postgresql://ann:" + password + rest);
      EXPECT_FALSE(shown.contains("hid") || shown.contains("den")) << shown;
      EXPECT_TRUE(shown.starts_with("postgresql://ann:***")) << shown;
    }
  }
  EXPECT_EQ(shown_address("postgresql://db/site?sslpassword=hidden&user=ann&password=hidden&password=hidden"),
            "postgresql://db/site?sslpassword=***&user=ann&password=***&password=***");
  EXPECT_EQ(shown_address("postgresql://db/site?p%61ssword=hid@den&den"), "postgresql://db/site?p%61ssword=***&***");
}

// The database's library quotes what it could not read, and that may be a part of the password.
TEST(PostgresStore, why_an_address_is_refused_shows_no_password) {
  for (const std::string address :
       {"postgresql://ann:hid/den@127.0.0.1:1/site", "postgresql://ann:hid@den@127.0.0.1:1/site",
        "postgresql://ann:hid%zzden@127.0.0.1:1/site", "postgresql://ann:12/den@127.0.0.1:1/site",
        "postgresql://ann:hidden", "postgresql://127.0.0.1:1/site?password=hid&den"}) {
    const auto opened = postgres::Connection::open(address);
    ASSERT_FALSE(opened);
    const std::string& why = opened.error().text;
    EXPECT_FALSE(why.contains("hid") || why.contains("den")) << why;
    EXPECT_TRUE(why.contains("%2F")) << why;
  }
}

}  // namespace
}  // namespace crownstar::store
