#include "site/store/sqlite/schema.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/compaction.hpp"
#include "site/store/statements/match_statements.hpp"
#include "site/store/statements/people_statements.hpp"
#include "site/store/statements/rating_statements.hpp"

namespace crownstar::store {
namespace {

using Statements = MatchStatements<Connection>;
using People = PeopleStatements<Connection>;
using Ratings = RatingStatements<Connection>;

constexpr int writing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

class Schema : public testing::Test {
 protected:
  std::unique_ptr<Connection> connect(const std::string& name) {
    auto opened = Connection::open(folder_.file(name), writing);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }
  std::vector<std::string> texts(Connection& connection, std::string_view sql) {
    std::vector<std::string> found;
    connection.each(sql, [&](const Row& row) { found.push_back(row.text(0)); });
    EXPECT_FALSE(connection.has_failed());
    return found;
  }
  std::string refusal_of(const std::string& name) {
    const auto opened = open_sqlite({.path = folder_.file(name)}, mailbox_.post());
    EXPECT_FALSE(opened);
    return opened ? "opened" : opened.error().text;
  }
  std::string bytes_of(const std::string& name) {
    std::ifstream file(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ScratchFolder folder_;
  Mailbox mailbox_;
};

// tests/store_schemas/NNNN.sql is a store of version NNNN as the program of then had made it, with rows in it. Each is
// brought forward to today's version, must then have today's tables exactly, and still have its rows.
TEST_F(Schema, a_store_of_every_earlier_version_comes_forward_with_its_rows) {
  auto fresh = connect("fresh.db");
  ASSERT_TRUE(migrate(*fresh, schema_steps()));
  constexpr std::string_view tables_of =
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name";
  const auto tables = texts(*fresh, tables_of);
  for (int version = 1; version <= schema_version(); ++version) {
    const std::string kept = fmt::format("tests/store_schemas/{:04}.sql", version);
    std::ifstream file(kept);
    ASSERT_TRUE(file) << kept << " is missing: keep the schema of every version, with some rows";
    const std::string sql{std::istreambuf_iterator<char>(file), {}};
    const std::string name = fmt::format("{}.db", version);
    {
      auto old = connect(name);
      old->execute(sql);
      ASSERT_FALSE(old->has_failed()) << kept << ": " << old->take_failure().text;
      ASSERT_EQ(read_mark(*old)->version, version);
      ASSERT_TRUE(migrate(*old, schema_steps()));
      EXPECT_EQ(read_mark(*old)->version, schema_version());
      EXPECT_EQ(texts(*old, tables_of), tables);
    }
    EXPECT_EQ(check_file(folder_.file(name)).value(), std::vector<std::string>{});
    auto opened = open_sqlite({.path = folder_.file(name)}, mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    Store& store = **opened;
    const auto match = ask(store, mailbox_, &Store::find_match, "m1").value();
    ASSERT_TRUE(match) << kept;
    EXPECT_EQ(match->result, "2-0");
    EXPECT_EQ(match->seats.size(), 2U);
    EXPECT_EQ(ask(store, mailbox_, &Store::events, "m1", 0, 10)->size(), 3U);
    EXPECT_EQ(ask(store, mailbox_, &Store::find_account, "ann").value()->name, "Ann");
    EXPECT_EQ(ask(store, mailbox_, &Store::ratings_of, "p1")->front().rating, 1512.5);
    EXPECT_EQ(ask(store, mailbox_, &Store::chat, "m1", "", 0, 10)->front().text, "Hello");
    EXPECT_EQ(ask(store, mailbox_, &Store::find_session, "session").value()->player, "p1");
    EXPECT_EQ(ask(store, mailbox_, &Store::find_token, "token").value()->scopes, "play");
    EXPECT_EQ(ask(store, mailbox_, &Store::read_setting, "key").value(), "value");
    EXPECT_EQ(ask(store, mailbox_, &Store::mutes_of, "p1")->size(), 1U);
    EXPECT_EQ(ask(store, mailbox_, &Store::open_reports, std::int64_t{0}, 10)->size(), 1U);
  }
}

std::string created_body(const std::string& game) {
  return R"({"event":{"t":"created","at":1,"terms":{"game":")" + game + R"(","clocks":[{"kind":"none"}]}}})";
}

// Stored before there was a choice, games of three players and more are played on with the pieces of who leaves
// (CC-22); read from the older file as it is, they say the same.
TEST_F(Schema, CC_22_older_star_games_keep_their_meaning) {
  const std::vector<std::pair<std::string, std::string>> games{
      {"sternhalma:players=3", "sternhalma:players=3,leave=stay"},
      {"sternhalma:players=6,board=181,hop=super", "sternhalma:players=6,board=181,hop=super,leave=stay"},
      {"sternhalma", "sternhalma"},
      {"sternhalma:pieces=10", "sternhalma:pieces=10"},
      {"american", "american"}};
  auto connection = connect("old.db");
  ASSERT_TRUE(migrate(*connection, schema_steps().first(version_that_says_leave - 1)));
  // Today's statements write the checksum of each row; the store of then had none.
  connection->execute("ALTER TABLE events ADD COLUMN sum INTEGER");
  for (const auto& [game, later] : games) {
    // In a row of its own, and in one with the events that came with it.
    for (const int others : {0, 2}) {
      MatchHeader header = match_named(game + std::to_string(others));
      header.game = game;
      std::vector<EventRow> rows{{"created", created_body(game)}};
      for (int other = 0; other < others; ++other) rows.push_back({"seated", R"({"event":{"t":"seated"}})"});
      Statements::create_match(*connection, header, rows);
    }
  }
  connection->execute("ALTER TABLE events DROP COLUMN sum");
  ASSERT_FALSE(connection->has_failed());
  std::vector<EventRow> read_as_it_is;
  std::vector<std::string> tokens_as_it_is;
  ASSERT_TRUE(for_each_match(folder_.file("old.db"), [&](const MatchHeader& header, const std::vector<EventRow>& rows) {
    tokens_as_it_is.push_back(header.game);
    read_as_it_is.insert(read_as_it_is.end(), rows.begin(), rows.end());
    return true;
  }));
  ASSERT_TRUE(migrate(*connection, schema_steps()));
  std::vector<EventRow> brought_forward;
  std::vector<std::string> tokens;
  for (const auto& [game, later] : games) {
    for (const int others : {0, 2}) {
      const std::string id = game + std::to_string(others);
      EXPECT_EQ(Statements::find_match(*connection, id)->game, later);
      const auto rows = Statements::events(*connection, id, 0, 10);
      ASSERT_EQ(rows.size(), static_cast<std::size_t>(1 + others)) << id;
      EXPECT_EQ(rows.front(), (EventRow{"created", created_body(later)}));
      if (others > 0) EXPECT_EQ(rows.back(), (EventRow{"seated", R"({"event":{"t":"seated"}})"}));
      brought_forward.insert(brought_forward.end(), rows.begin(), rows.end());
      tokens.push_back(later);
    }
  }
  EXPECT_EQ(read_as_it_is, brought_forward);
  EXPECT_EQ(tokens_as_it_is, tokens);
  EXPECT_EQ(check_file(folder_.file("old.db")).value(), std::vector<std::string>{});
}

TEST_F(Schema, steps_are_taken_in_order_and_once) {
  auto connection = connect("store.db");
  const std::array<std::string_view, 3> steps{"CREATE TABLE first(a)", "INSERT INTO first VALUES('second')",
                                              "INSERT INTO first VALUES('third')"};
  ASSERT_TRUE(migrate(*connection, std::span(steps).first(2)));
  ASSERT_TRUE(migrate(*connection, std::span(steps).first(2)));
  ASSERT_TRUE(migrate(*connection, steps));
  EXPECT_EQ(texts(*connection, "SELECT a FROM first ORDER BY a"), (std::vector<std::string>{"second", "third"}));
}

TEST_F(Schema, a_step_that_fails_leaves_the_version_before) {
  auto connection = connect("store.db");
  const std::array<std::string_view, 2> steps{"CREATE TABLE first(a)",
                                              "INSERT INTO first VALUES(1); CREATE TABLE first(a)"};
  const auto outcome = migrate(*connection, steps);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().text.find("stays at version 1, the step to 2 failed"), std::string::npos)
      << outcome.error().text;
  EXPECT_EQ(read_mark(*connection)->version, 1);
  EXPECT_TRUE(texts(*connection, "SELECT a FROM first").empty());
}

TEST_F(Schema, a_store_of_a_newer_program_is_refused_and_left_as_it_is) {
  {
    auto connection = connect("store.db");
    ASSERT_TRUE(migrate(*connection, schema_steps()));
    connection->execute(fmt::format("PRAGMA user_version = {}", schema_version() + 1));
  }
  const std::string before = bytes_of("store.db");
  EXPECT_NE(refusal_of("store.db").find("newer program"), std::string::npos);
  EXPECT_EQ(check_file(folder_.file("store.db")).error().kind, FailureKind::broken);
  EXPECT_TRUE(texts(*connect("store.db"), "SELECT id FROM matches").empty());
  EXPECT_EQ(bytes_of("store.db").size(), before.size());
}

TEST_F(Schema, what_is_no_store_is_refused_and_left_as_it_is) {
  connect("other.db")->execute("CREATE TABLE photographs(a)");
  std::ofstream(folder_.file("text.db")) << std::string(5000, 'a');
  for (const char* name : {"other.db", "text.db"}) {
    const std::string before = bytes_of(name);
    EXPECT_NE(refusal_of(name).find(name), std::string::npos);
    EXPECT_EQ(bytes_of(name), before);
  }
  EXPECT_NE(refusal_of("no/such/folder/store.db"), "opened");
}

// Whatever a list or a look-up asks must cost the same among a million games: no table is walked, nothing is sorted.
TEST_F(Schema, no_question_walks_a_table_or_sorts_one) {
  auto connection = connect("store.db");
  ASSERT_TRUE(migrate(*connection, schema_steps()));
  Connection& c = *connection;
  c.share(std::make_shared<AppendLogIndex>());
  c.begin_reading();
  People::create_player(c, account_named("p1", "Ann", "ann"));
  People::create_player(c, guest_named("g1", "Gus"));
  for (int number = 0; number < 50; ++number) {
    MatchHeader header = match_named("m" + std::to_string(number), {seat_of(0, PlayerKind::account, "p1", "Ann")});
    header.state = number % 10 == 0 ? MatchState::running : MatchState::over;
    Statements::create_match(c, header, moves(0, 3));
  }
  PageRequest page{.after = {}, .limit = 5};
  for (int pages = 0; pages < 2; ++pages) {
    Statements::finished_matches(c, "american", page);
    page.after = Statements::finished_matches(c, "", page).next;
  }
  Statements::unfinished_matches(c, {"3", 5});
  Statements::all_matches(c, {"3", 5});
  Statements::matches_of_player(c, "p1", {"30", 5});
  Statements::find_match(c, "m7");
  Statements::events(c, "m7", 0, 100);
  MatchHeader header = match_named("m7", {seat_of(0, PlayerKind::account, "p1", "Ann")});
  Statements::append(c, {"m7", 3, moves(3, 1), header, {{"p1", "draughts", "blitz", 1500, 90, 0.06, 1, at(1)}}});
  Statements::append_chat(c,
                          {.match = "m7", .room = "players", .player = "p1", .name = "Ann", .text = "hi", .at = at(1)});
  Statements::chat(c, "m7", "players", 0, 5);
  People::find_account(c, "ann");
  People::find_similar_account(c, "anna", "1 anna");
  People::set_skeletons(c, {{"p1", "ann", "1 ann"}});
  People::create_session(c,
                         {.hash = "s", .id = "s", .player = "p1", .created = at(1), .seen = at(1), .expires = at(9)});
  People::find_session(c, "s");
  People::rotate_session(c, "s", "t", at(1), at(9));
  People::create_token(c, {.hash = "k", .id = "k", .player = "p1", .created = at(1)});
  People::find_token(c, "k");
  Ratings::ratings_of(c, "p1");
  Ratings::rating_history(c, "p1", "draughts", "blitz", 5);
  Ratings::mute(c, {"p1", "g1", at(1), {}});
  Ratings::mutes_of(c, "p1");
  Ratings::add_report(c, {.at = at(1), .reporter = "g1", .accused = "p1", .match = "m7"});
  Ratings::open_reports(c, 0, 10);
  People::change_password(c, "p1", "hash", "t");
  People::claim_guest(c, "g1", "p1");
  Ratings::sweep(c, {at(5), at(5)});
  People::delete_account(c, "p1");
  ASSERT_FALSE(c.has_failed()) << c.take_failure().text;
  int asked = 0;
  for (sqlite3_stmt* statement = sqlite3_next_stmt(c.raw(), nullptr); statement != nullptr;
       statement = sqlite3_next_stmt(c.raw(), statement)) {
    const std::string sql = sqlite3_sql(statement);
    ++asked;
    EXPECT_EQ(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0), 0) << sql;
    EXPECT_EQ(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_AUTOINDEX, 0), 0) << sql;
    // A player's own sessions and tokens are few, and sorted.
    if (sql.find("ORDER BY created") == std::string::npos) {
      EXPECT_EQ(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, 0), 0) << sql;
    }
  }
  EXPECT_GT(asked, 50);
}

}  // namespace
}  // namespace crownstar::store
