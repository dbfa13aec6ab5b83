#include "store/sqlite_fresh.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace crownstar::store {

std::uint64_t FreshEvents::sorts() const {
  const std::scoped_lock lock(mutex_);
  return sorts_;
}

// A match is noted before its rows are committed and forgotten after they have been sorted. So what a transaction sees
// here is noted, unless the rows have been sorted since before it began.
bool FreshEvents::may_have(Key match, std::uint64_t sorts_before) const {
  const std::scoped_lock lock(mutex_);
  return sorts_ != sorts_before || next_.contains(match);
}

FreshEvents::Known FreshEvents::known(Key match) const {
  const std::scoped_lock lock(mutex_);
  const auto found = next_.find(match);
  if (found == next_.end()) return {};
  return {found->second != in_doubt, true, found->second};
}

void FreshEvents::note(Key match, int next) {
  const std::scoped_lock lock(mutex_);
  next_.insert_or_assign(match, next);
}

void FreshEvents::doubt() {
  const std::scoped_lock lock(mutex_);
  for (auto& [match, next] : next_) next = in_doubt;
}

void FreshEvents::sorted() {
  const std::scoped_lock lock(mutex_);
  next_.clear();
  ++sorts_;
}

namespace sqlite {

namespace {

int next_number(Connection& connection, std::int64_t match) {
  const FreshEvents* const fresh = connection.fresh_events();
  const FreshEvents::Known known = fresh != nullptr ? fresh->known(match) : FreshEvents::Known{false, true, 0};
  if (known.is_known) return known.next;
  int next = 0;
  const auto read = [&next](const Row& row) { next = std::max(next, row.small(0)); };
  connection.each("SELECT coalesce(max(number) + 1, 0) FROM events WHERE match = ?1", read, match);
  if (known.has_rows) {
    connection.each("SELECT coalesce(max(number) + 1, 0) FROM fresh_events WHERE match = ?1", read, match);
  }
  return next;
}

}  // namespace

// The number is the promise that a match has one writer: who comes with one that is taken has not seen everything.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows) {
  if (rows.empty()) return;
  if (first_number < next_number(connection, match)) {
    return connection.fail(FailureKind::taken, fmt::format("there is an event {} already", first_number));
  }
  int number = first_number;
  if (FreshEvents* const fresh = connection.fresh_events()) {
    fresh->note(match, first_number + static_cast<int>(rows.size()));
  }
  for (const EventRow& row : rows) {
    connection.change("INSERT INTO fresh_events(match, number, kind, body) VALUES(?1, ?2, ?3, ?4)", match, number++,
                      row.kind, Bytes{row.body});
  }
}

std::vector<EventRow> read_events(Connection& connection, std::int64_t match, int from, int limit) {
  std::vector<EventRow> rows;
  const auto read = [&rows](const Row& row) { rows.push_back({row.text(0), row.text(1)}); };
  connection.each("SELECT kind, body FROM events WHERE match = ?1 AND number >= ?2 ORDER BY number LIMIT ?3", read,
                  match, from, limit);
  const int left = limit - static_cast<int>(rows.size());
  if (left <= 0 || !connection.may_have_fresh_events(match)) return rows;
  connection.each("SELECT kind, body FROM fresh_events WHERE match = ?1 AND number >= ?2 ORDER BY number LIMIT ?3",
                  read, match, from, left);
  return rows;
}

bool sort_fresh_events(Connection& connection) {
  if (connection.has_failed() || !connection.exists("SELECT 1 FROM fresh_events LIMIT 1")) return true;
  // Moves, which are in `events` from now on: nothing there that would have to be written over with zeros.
  connection.execute("PRAGMA secure_delete = FAST");
  connection.change("BEGIN IMMEDIATE");
  connection.change(
      "INSERT INTO events(match, number, kind, body)"
      " SELECT match, number, kind, body FROM fresh_events ORDER BY match, number");
  connection.change("DELETE FROM fresh_events");
  connection.change("COMMIT");
  const bool is_done = !connection.has_failed();
  if (!is_done) connection.roll_back();
  connection.execute("PRAGMA secure_delete = ON");
  if (is_done && connection.fresh_events() != nullptr) connection.fresh_events()->sorted();
  return is_done;
}

}  // namespace sqlite

}  // namespace crownstar::store
