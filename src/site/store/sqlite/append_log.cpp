#include "site/store/sqlite/append_log.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text/parse_number.hpp"
#include "site/store/event_sum.hpp"
#include "site/store/sqlite/packed_events.hpp"

namespace crownstar::store {

std::uint64_t AppendLogIndex::compactions() const {
  const std::scoped_lock lock(mutex_);
  return compactions_;
}

// A match is noted before its rows are committed, and forgotten after they have been compacted. So rows that a
// transaction sees in the log belong to noted matches, unless a compaction has ended since before it began.
bool AppendLogIndex::may_have(Key match, std::uint64_t compactions_before) const {
  const std::scoped_lock lock(mutex_);
  return compactions_ != compactions_before || noted_.contains(match);
}

AppendLogIndex::Known AppendLogIndex::known(Key match) const {
  const std::scoped_lock lock(mutex_);
  const auto found = noted_.find(match);
  if (found == noted_.end()) return {};
  return {found->second.next != in_doubt, true, found->second.next};
}

void AppendLogIndex::note(Key match, int next) {
  const std::scoped_lock lock(mutex_);
  noted_.insert_or_assign(match, Noted{next, round_});
}

void AppendLogIndex::mark_uncertain() {
  const std::scoped_lock lock(mutex_);
  for (auto& [match, noted] : noted_) noted.next = in_doubt;
}

void AppendLogIndex::begin_compaction() {
  const std::scoped_lock lock(mutex_);
  ++round_;
}

void AppendLogIndex::end_compaction() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(noted_, [this](const auto& each) { return each.second.round != round_; });
  ++compactions_;
}

namespace sqlite {

namespace {

// In the order in which they came, so that those of a match are in the order of their numbers.
template <typename Visit>
void each_fresh_append(Connection& connection, Visit visit) {
  connection.each("SELECT events, sum FROM fresh_batches ORDER BY key", [&](const Row& row) {
    check_sum(connection, row, 1, sum_of_batch(row.bytes(0)));
    if (!connection.has_failed()) each_append(connection, row.bytes(0), visit);
  });
}

// `kind` of a row of `events`: how many it holds, where it does not name one.
int count_in(std::string_view kind) { return base::parse_number<int>(kind).value_or(0); }

int next_number(Connection& connection, std::int64_t match) {
  const AppendLogIndex* const index = connection.log_index();
  const AppendLogIndex::Known known = index != nullptr ? index->known(match) : AppendLogIndex::Known{false, true, 0};
  if (known.is_known) return known.next;
  std::int64_t next = next_compacted(connection, match);
  if (known.has_rows) {
    const auto look = [&](const AppendedEvents& append) {
      if (append.match == match) next = std::max(next, append.end());
    };
    each_fresh_append(connection, look);
    if (const std::string* const gathered = connection.gathered_events()) each_append(connection, *gathered, look);
  }
  return static_cast<int>(next);
}

void write_batch(Connection& connection, std::string_view events) {
  connection.change("INSERT INTO fresh_batches(events, sum) VALUES(?1, ?2)", Bytes{events}, sum_of_batch(events));
}

}  // namespace

std::int64_t next_compacted(Connection& connection, std::int64_t match) {
  std::int64_t next = 0;
  connection.each(
      "SELECT number, kind FROM events WHERE match = ?1 ORDER BY number DESC LIMIT 1",
      [&](const Row& row) { next = row.integer(0) + std::max(count_in(row.bytes(1)), 1); }, match);
  return next;
}

// The number guarantees that a match has one writer: one whose number is taken has not seen all events.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows) {
  if (rows.empty()) return;
  if (first_number < next_number(connection, match)) {
    return connection.fail(FailureKind::taken, fmt::format("there is an event {} already", first_number));
  }
  const auto count = static_cast<int>(rows.size());
  if (AppendLogIndex* const index = connection.log_index()) index->note(match, first_number + count);
  std::string alone;
  std::string* const gathered = connection.gathered_events();
  std::string& batch = gathered != nullptr ? *gathered : alone;
  static thread_local std::string events;
  events.clear();
  for (const EventRow& row : rows) add_event(events, row.kind, row.body);
  for (const std::int64_t number : {match, std::int64_t{first_number}, std::int64_t{count}}) add_number(batch, number);
  add_number(batch, static_cast<std::int64_t>(events.size()));
  batch += events;
  if (gathered == nullptr) write_batch(connection, batch);
}

void write_gathered_events(Connection& connection) {
  const std::string* const gathered = connection.gathered_events();
  if (gathered != nullptr && !gathered->empty()) write_batch(connection, *gathered);
  connection.forget_gathered_events();
}

std::vector<EventRow> read_events(Connection& connection, std::int64_t match, int from, int limit) {
  std::vector<EventRow> rows;
  std::optional<std::int64_t> next;  // the number after those that were seen
  const auto add = [&](std::int64_t number, const Event& event) {
    if (next && number < *next) return;  // compacted, but not yet dropped from the log
    const std::int64_t expected = std::max<std::int64_t>(next.value_or(from), from);
    if (number > expected) return connection.fail(FailureKind::broken, events_missing(expected, number));
    next = number + 1;
    if (number < from || std::cmp_greater_equal(rows.size(), limit)) return;
    rows.push_back({std::string(event.kind), std::string(event.body)});
  };
  const auto add_packed = [&](std::int64_t first, std::int64_t count, std::string_view events) {
    Packed packed(connection, events);
    for (std::int64_t number = first; number < first + count && !connection.has_failed(); ++number) {
      add(number, next_event(packed));
    }
  };
  // The row with the first of them may begin before it. Each row has one event at least.
  connection.each(
      "SELECT number, kind, body, sum FROM events WHERE match = ?1 AND number >="
      " (SELECT coalesce(max(number), 0) FROM events WHERE match = ?1 AND number <= ?2) ORDER BY number LIMIT ?3",
      [&](const Row& row) {
        check_sum(connection, row, 3, sum_of_events(match, row.integer(0), row.bytes(1), row.bytes(2)));
        if (connection.has_failed()) return;
        const int count = count_in(row.bytes(1));
        if (count == 0) return add(row.integer(0), {row.bytes(1), row.bytes(2)});
        add_packed(row.integer(0), count, row.bytes(2));
      },
      match, from, static_cast<std::int64_t>(limit) + 1);
  if (std::cmp_greater_equal(rows.size(), limit) || !connection.may_have_logged_events(match)) return rows;
  each_fresh_append(connection, [&](const AppendedEvents& append) {
    if (append.match == match) add_packed(append.first, append.count, append.events);
  });
  return rows;
}

std::map<std::int64_t, bool> logged_matches(Connection& connection) {
  std::map<std::int64_t, bool> is_whole;
  std::map<std::int64_t, std::int64_t> next;
  each_fresh_append(connection, [&](const AppendedEvents& append) {
    const auto [known, is_new] = is_whole.try_emplace(append.match, true);
    if (is_new) next[append.match] = next_compacted(connection, append.match);
    if (append.end() <= next[append.match]) return;  // sorted, and not dropped yet
    if (append.first != next[append.match]) known->second = false;
    next[append.match] = append.end();
  });
  return is_whole;
}

}  // namespace sqlite

}  // namespace crownstar::store
