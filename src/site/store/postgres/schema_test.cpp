#include "site/store/postgres/schema.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "site/store/postgres/location_test.hpp"

namespace crownstar::store {
namespace {

using PostgresConnection = postgres::Connection;

constexpr std::array kept_tables{"matches", "seats",        "events",  "chat",  "players",  "sessions", "tokens",
                                 "ratings", "rating_steps", "reports", "mutes", "settings", "commits"};

// Columns, what must hold of them, and indices, a line each: two places with the same lines have the same tables.
constexpr std::string_view table_lines = R"sql(
SELECT line FROM (
  SELECT format('%s.%s %s %s %s %s', c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
                a.attidentity, coalesce(pg_get_expr(d.adbin, d.adrelid), '')) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT format('%s %s', c.relname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.connamespace = current_schema()::regnamespace
  UNION ALL
  SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema()
) AS lines ORDER BY line
)sql";

std::unique_ptr<PostgresConnection> connect_to(const PostgresLocation& location) {
  auto opened = PostgresConnection::open(location.address());
  EXPECT_TRUE(opened) << opened.error().text;
  return std::move(*opened);
}

std::vector<std::string> texts_in(PostgresConnection& connection, std::string_view sql) {
  std::vector<std::string> found;
  connection.begin(PostgresConnection::Kind::reading);
  connection.each_once(std::string(sql), [&](const postgres::Row& row) { found.push_back(row.text(0)); });
  connection.commit();
  EXPECT_FALSE(connection.has_failed()) << connection.take_failure().text;
  return found;
}

std::vector<std::string> counts_in(PostgresConnection& connection) {
  std::vector<std::string> all;
  for (const char* table : kept_tables) {
    const auto count = texts_in(connection, fmt::format("SELECT count(*)::text FROM {}", table));
    all.push_back(fmt::format("{} {}", count.empty() ? "-" : count.front(), table));
  }
  return all;
}

std::string kept_store(int version) {
  const std::string kept = fmt::format("tests/store_schemas/postgres/{:04}.sql", version);
  std::ifstream file(kept);
  EXPECT_TRUE(file) << kept
                    << " is missing: tests/server/support/kept_store.py makes it with the program of that version";
  return {std::istreambuf_iterator<char>(file), {}};
}

// tests/store_schemas/postgres/NNNN.sql is a store of version NNNN as the program of then had made it. Each is brought
// forward to today's version, must then have today's tables exactly, and still have its rows.
TEST(PostgresSchema, a_store_of_every_earlier_version_comes_forward_with_its_rows) {
  PostgresLocation fresh(PostgresServer::shared().address());
  const auto today = connect_to(fresh);
  ASSERT_TRUE(postgres::migrate(*today, postgres::schema_steps()));
  const auto wanted = texts_in(*today, table_lines);
  ASSERT_GT(wanted.size(), 100U);
  for (int version = 1; version <= postgres::schema_version(); ++version) {
    PostgresLocation location(PostgresServer::shared().address());
    run_sql(location.address(), kept_store(version));
    const auto old = connect_to(location);
    ASSERT_EQ(postgres::read_version(*old), version);
    const auto before = counts_in(*old);
    for (const std::string& count : before) EXPECT_FALSE(count.starts_with("0 ")) << "no rows: " << count;
    ASSERT_TRUE(postgres::migrate(*old, postgres::schema_steps()));
    EXPECT_EQ(postgres::read_version(*old), postgres::schema_version());
    EXPECT_EQ(texts_in(*old, table_lines), wanted) << "version " << version;
    EXPECT_EQ(counts_in(*old), before) << "version " << version;
    Mailbox mailbox;
    const auto opened = location.open(mailbox.post());
    ASSERT_TRUE(opened) << opened.error().text;
    Store& store = **opened;
    const auto anna = ask(store, mailbox, &Store::find_account, "anna").value();
    ASSERT_TRUE(anna);
    EXPECT_EQ(anna->name, "Anna");
    EXPECT_EQ(ask(store, mailbox, &Store::ratings_of, anna->id)->size(), 1U);
    EXPECT_EQ(ask(store, mailbox, &Store::mutes_of, anna->id)->size(), 1U);
    EXPECT_EQ(ask(store, mailbox, &Store::open_reports, std::int64_t{0}, 10)->size(), 1U);
    const auto matches = ask(store, mailbox, &Store::matches_of_player, anna->id, PageRequest{});
    ASSERT_EQ(matches->matches.size(), 4U);
    for (const MatchHeader& match : matches->matches) {
      const auto events = ask(store, mailbox, &Store::events, match.id, 0, 100);
      ASSERT_GT(events->size(), 1U);
      if (match.family != "sternhalma") continue;
      // CC-22: what was stored before there was a choice keeps its meaning.
      const std::string token = version == 1 ? "sternhalma:players=3,leave=stay" : "sternhalma:players=3";
      EXPECT_EQ(match.game, token);
      EXPECT_TRUE(events->front().body.contains("\"game\":\"" + token + "\"")) << events->front().body;
    }
  }
}

TEST(PostgresSchema, steps_are_taken_in_order_and_once) {
  PostgresLocation location(PostgresServer::shared().address());
  const auto connection = connect_to(location);
  const std::array<std::string_view, 3> steps{"CREATE TABLE first(a text);", "INSERT INTO first VALUES('second');",
                                              "INSERT INTO first VALUES('third');"};
  ASSERT_TRUE(postgres::migrate(*connection, std::span(steps).first(2)));
  ASSERT_TRUE(postgres::migrate(*connection, std::span(steps).first(2)));
  ASSERT_TRUE(postgres::migrate(*connection, steps));
  EXPECT_EQ(postgres::read_version(*connection), 3);
  EXPECT_EQ(texts_in(*connection, "SELECT a FROM first ORDER BY a"), (std::vector<std::string>{"second", "third"}));
}

TEST(PostgresSchema, a_step_that_fails_leaves_everything_as_it_was) {
  PostgresLocation location(PostgresServer::shared().address());
  const auto connection = connect_to(location);
  const std::array<std::string_view, 3> steps{"CREATE TABLE first(a text);", "INSERT INTO first VALUES('second');",
                                              "CREATE TABLE first(a text);"};
  ASSERT_TRUE(postgres::migrate(*connection, std::span(steps).first(1)));
  const auto outcome = postgres::migrate(*connection, steps);
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().text.contains("can't be made or brought forward")) << outcome.error().text;
  const auto another = connect_to(location);
  EXPECT_EQ(postgres::read_version(*another), 1);
  EXPECT_TRUE(texts_in(*another, "SELECT a FROM first").empty());
}

TEST(PostgresSchema, nodes_that_start_together_take_each_step_once) {
  PostgresLocation location(PostgresServer::shared().address());
  const std::array<std::string_view, 2> steps{"CREATE TABLE first(a text);", "INSERT INTO first VALUES('second');"};
  ASSERT_TRUE(postgres::migrate(*connect_to(location), std::span(steps).first(1)));
  std::vector<std::thread> nodes;
  for (int node = 0; node < 4; ++node) {
    nodes.emplace_back([&] { EXPECT_TRUE(postgres::migrate(*connect_to(location), steps)); });
  }
  for (std::thread& node : nodes) node.join();
  EXPECT_EQ(texts_in(*connect_to(location), "SELECT a FROM first").size(), 1U);
}

}  // namespace
}  // namespace crownstar::store
