#include "site/store/statements/dialects.hpp"

#include "site/store/event_sum.hpp"
#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/compaction.hpp"

namespace crownstar::store {

using Sqlite = MatchesOf<Connection>;
using Postgres = MatchesOf<postgres::Connection>;

namespace {

std::int64_t sum_of_event(const std::string& match, int number, const EventRow& row) {
  return RowSum().add(match).add(std::int64_t{number}).add(row.kind).add(row.body).value();
}

}  // namespace

Sqlite::Key Sqlite::just_made(Connection& connection, const std::string& id) {
  const Key made = sqlite3_last_insert_rowid(connection.raw());
  connection.remember_match(id, made);
  return made;
}

void Sqlite::write_first_events(Connection& connection, Key match, const std::vector<EventRow>& rows) {
  sqlite::write_first_events(connection, match, rows);
}

void Sqlite::append_events(Connection& connection, Key match, int first_number, const std::vector<EventRow>& rows) {
  sqlite::append_events(connection, match, first_number, rows);
}

std::vector<EventRow> Sqlite::read_events(Connection& connection, Key match, int from, int limit) {
  return sqlite::read_events(connection, match, from, limit);
}

// Matches are never deleted, so one that was seen once need not be looked up again.
std::optional<Postgres::Key> Postgres::find(Connection& connection, const std::string& id) {
  if (connection.has_met_match(id)) return id;
  const bool is_there = connection.exists("SELECT 1 FROM matches WHERE id = ?1", id);
  if (connection.has_failed() || !is_there) return {};
  connection.remember_match(id);
  return id;
}

// One statement a row, and no answer is waited for: the key of match and number says who was first.
void Postgres::append_events(Connection& connection, const Key& match, int first_number,
                             const std::vector<EventRow>& rows) {
  int number = first_number;
  for (const EventRow& row : rows) {
    connection.change_later("INSERT INTO events(match, number, kind, body, sum) VALUES(?1, ?2, ?3, ?4, ?5)", match,
                            number, row.kind, Bytes{row.body}, sum_of_event(match, number, row));
    ++number;
  }
}

std::vector<EventRow> Postgres::read_events(Connection& connection, const Key& match, int from, int limit) {
  std::vector<EventRow> rows;
  std::string damage;
  connection.each(
      "SELECT kind, body, number, sum FROM events WHERE match = ?1 AND number >= ?2 ORDER BY number LIMIT ?3",
      [&](const postgres::Row& row) {
        const int expected = from + static_cast<int>(rows.size());
        const int number = row.small(2);
        if (number != expected && damage.empty()) damage = events_missing(expected, number);
        rows.push_back({row.text(0), row.text(1)});
        if (row.is_null(3) || row.integer(3) == sum_of_event(match, number, rows.back())) return;
        damage = "a row of events is damaged: it has not the checksum that it was written with";
      },
      match, from, limit);
  if (!damage.empty()) connection.fail(FailureKind::broken, std::move(damage));
  return rows;
}

}  // namespace crownstar::store
