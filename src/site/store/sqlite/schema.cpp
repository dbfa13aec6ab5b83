#include "site/store/sqlite/schema.hpp"

#include <array>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace crownstar::store {

namespace {

// `CROW` in the file's header, so that file(1) and we tell a store from any other database.
constexpr int application_mark = 0x43524f57;

// Instants are milliseconds since 1970. A match's key grows with every match made, so that running matches lie together
// in the file, and "newest first" needs no index of its own. Nothing references by foreign keys: each would be looked
// up at every move.
constexpr std::string_view first_step = R"sql(
CREATE TABLE matches(
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  state INTEGER NOT NULL CHECK(state BETWEEN 0 AND 2),
  is_rated INTEGER NOT NULL,
  is_listed INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  ended INTEGER,
  result TEXT NOT NULL,
  ending TEXT NOT NULL,
  moves INTEGER NOT NULL,
  details BLOB NOT NULL
) STRICT;
CREATE INDEX matches_unfinished ON matches(key) WHERE state < 2;
CREATE INDEX matches_finished ON matches(ended) WHERE state = 2 AND is_listed = 1;
CREATE INDEX matches_finished_of_game ON matches(game, ended) WHERE state = 2 AND is_listed = 1;

CREATE TABLE seats(
  match INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK(kind BETWEEN 0 AND 3),
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  rating INTEGER NOT NULL,
  is_provisional INTEGER NOT NULL,
  PRIMARY KEY(match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_player ON seats(player, match) WHERE player <> '';

CREATE TABLE events(
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY(match, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat(
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  room TEXT NOT NULL,
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(match, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_of_player ON chat(player);

CREATE TABLE players(
  id TEXT PRIMARY KEY,
  kind INTEGER NOT NULL CHECK(kind BETWEEN 0 AND 2),
  name TEXT NOT NULL,
  name_key TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  preferences TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  became TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_account ON players(became) WHERE became <> '';
CREATE INDEX guests_by_seen ON players(seen) WHERE kind = 0;

CREATE TABLE sessions(
  hash BLOB PRIMARY KEY,
  id TEXT NOT NULL,
  player TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  label TEXT NOT NULL,
  UNIQUE(player, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_end ON sessions(expires);

CREATE TABLE tokens(
  hash BLOB PRIMARY KEY,
  id TEXT NOT NULL,
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER,
  expires INTEGER,
  UNIQUE(player, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_end ON tokens(expires) WHERE expires IS NOT NULL;

CREATE TABLE ratings(
  player TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  games INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY(player, family, speed)
) STRICT, WITHOUT ROWID;
CREATE TABLE rating_steps(
  player TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  games INTEGER NOT NULL,
  at INTEGER NOT NULL,
  match TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  PRIMARY KEY(player, family, speed, games)
) STRICT, WITHOUT ROWID;

CREATE TABLE reports(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  reporter TEXT NOT NULL,
  accused TEXT NOT NULL,
  match TEXT NOT NULL,
  reason TEXT NOT NULL,
  text TEXT NOT NULL,
  settled INTEGER,
  verdict TEXT NOT NULL
) STRICT;
CREATE INDEX reports_open ON reports(number) WHERE settled IS NULL;
CREATE INDEX reports_about ON reports(accused);
CREATE INDEX reports_by ON reports(reporter);

CREATE TABLE mutes(
  player TEXT NOT NULL,
  muted TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER,
  PRIMARY KEY(player, muted)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_of_muted ON mutes(muted);

CREATE TABLE settings(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
)sql";

// What was appended last lies in the order in which it came, so that the moves of many matches share a page; in larger
// portions it is sorted into `events`. No index: each row would then touch a page of its match's own again.
constexpr std::string_view second_step = R"sql(
CREATE TABLE fresh_events(
  key INTEGER PRIMARY KEY,
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
)sql";

// What one commit has appended is one row, whatever the number of its matches (append_log.cpp knows its form), and a
// row of `events` may hold several: its kind is then how many, in digits, which no event's name is.
constexpr std::string_view third_step = R"sql(
INSERT INTO events(match, number, kind, body) SELECT match, number, kind, body FROM fresh_events ORDER BY match, number;
DROP TABLE fresh_events;
CREATE TABLE fresh_batches(key INTEGER PRIMARY KEY, events BLOB NOT NULL) STRICT;
)sql";

// CC-22: before there was a choice, the pieces of a player who left stayed on the board. The number of players stands
// first in a stored token, and is left out where it is two. The first event says the token too; in a row with others it
// begins with its sizes.
constexpr std::string_view fourth_step = R"sql(
UPDATE events SET body = CAST(
    CASE kind WHEN 'created' THEN later
    ELSE '7 ' || (CAST(substr(before, 3) AS INTEGER) + length(later) - length(before)) ||
         substr(later, instr(before, ' created')) END AS BLOB)
  FROM (SELECT e.match AS key, CAST(e.body AS TEXT) AS before,
               replace(CAST(e.body AS TEXT), '"game":"' || m.game || '"', '"game":"' || m.game || ',leave=stay"') AS later
          FROM matches AS m JOIN events AS e ON e.match = m.key AND e.number = 0
          WHERE m.game LIKE 'sternhalma:players=%' AND m.game NOT LIKE '%leave=%') AS first
  WHERE match = first.key AND number = 0;
UPDATE matches SET game = game || ',leave=stay'
  WHERE game LIKE 'sternhalma:players=%' AND game NOT LIKE '%leave=%';
)sql";

// Rows of events carry a checksum; those of older programs have none.
constexpr std::string_view fifth_step = R"sql(
ALTER TABLE events ADD COLUMN sum INTEGER;
ALTER TABLE fresh_batches ADD COLUMN sum INTEGER;
)sql";

// What accounts are called in passing: no two get names that could be read as each other. The server fills it in.
constexpr std::string_view sixth_step = R"sql(
ALTER TABLE players ADD COLUMN name_skeleton TEXT;
CREATE UNIQUE INDEX players_by_skeleton ON players(name_skeleton) WHERE name_skeleton IS NOT NULL;
)sql";

constexpr std::array steps{first_step, second_step, third_step, fourth_step, fifth_step, sixth_step};

int read_pragma(Connection& connection, std::string_view sql) {
  int value = 0;
  connection.each(sql, [&](const Row& row) { value = row.small(0); });
  return value;
}

}  // namespace

std::span<const std::string_view> schema_steps() { return steps; }

int schema_version() { return static_cast<int>(steps.size()); }

Outcome<SchemaMark> read_mark(Connection& connection) {
  const int application = read_pragma(connection, "PRAGMA application_id");
  const int version = read_pragma(connection, "PRAGMA user_version");
  const int tables = read_pragma(connection, "SELECT count(*) FROM sqlite_schema");
  if (connection.has_failed()) return std::unexpected(connection.take_failure());
  if (application == 0 && version == 0 && tables == 0) return SchemaMark{true, 0};
  if (application != application_mark) {
    return std::unexpected(Failure{FailureKind::broken, "the file is an SQLite database, but no Crownstar store"});
  }
  return SchemaMark{false, version};
}

Outcome<void> migrate(Connection& connection, std::span<const std::string_view> all_steps) {
  const auto mark = read_mark(connection);
  if (!mark) return std::unexpected(mark.error());
  const int newest = static_cast<int>(all_steps.size());
  if (mark->version > newest) {
    return std::unexpected(
        Failure{FailureKind::broken,
                fmt::format("the store has version {}, written by a newer program; this one knows up to {}. "
                            "Start the newer program, or restore a backup made before it",
                            mark->version, newest)});
  }
  for (int version = mark->version + 1; version <= newest; ++version) {
    connection.execute("BEGIN IMMEDIATE");
    connection.execute(std::string(all_steps[static_cast<std::size_t>(version - 1)]));
    connection.execute(fmt::format("PRAGMA application_id = {}", application_mark));
    connection.execute(fmt::format("PRAGMA user_version = {}", version));
    connection.execute("COMMIT");
    if (!connection.has_failed()) continue;
    Failure failure = connection.take_failure();
    connection.roll_back();
    failure.text =
        fmt::format("the store stays at version {}, the step to {} failed: {}", version - 1, version, failure.text);
    return std::unexpected(std::move(failure));
  }
  return {};
}

}  // namespace crownstar::store
