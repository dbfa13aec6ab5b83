#include "store/sqlite_fresh.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

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

// A row of `events` that holds several stays within one page of the table's tree, which keeps about this much of a row.
constexpr std::size_t most_run_bytes = 900;

// An event among others is `KIND-SIZE BODY-SIZE ` and both after one another. An append in a batch is `MATCH FIRST
// COUNT SIZE ` and its events. Sizes are bytes; a text, so that SQL can write it too.
void add_number(std::string& out, std::int64_t number) {
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), written.ptr);
  out += ' ';
}

void add_event(std::string& out, std::string_view kind, std::string_view body) {
  add_number(out, static_cast<std::int64_t>(kind.size()));
  add_number(out, static_cast<std::int64_t>(body.size()));
  out += kind;
  out += body;
}

// Reads what was added. What does not fit together fails the connection, as a broken file does.
class Packed {
 public:
  Packed(Connection& connection, std::string_view bytes) : connection_(connection), rest_(bytes) {}

  bool has_more() const { return !rest_.empty(); }
  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || end == rest_.data() + rest_.size() || *end != ' ' || value < 0) return fail();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()) + 1);
    return value;
  }
  std::string_view bytes(std::int64_t size) {
    if (std::cmp_greater(size, rest_.size())) fail();
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  int fail() {
    connection_.fail(FailureKind::broken, "a row of several events is damaged");
    rest_ = {};
    return 0;
  }
  Connection& connection_;
  std::string_view rest_;
};

struct Event {
  std::string_view kind;
  std::string_view body;
};

Event next_event(Packed& from) {
  const std::int64_t kind = from.number();
  const std::int64_t body = from.number();
  const std::string_view first = from.bytes(kind);
  return {first, from.bytes(body)};
}

struct AppendedEvents {
  std::int64_t match = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::string_view events;
  std::int64_t end() const { return first + count; }
};

AppendedEvents next_append(Packed& from) {
  AppendedEvents append{from.number(), from.number(), from.number(), {}};
  append.events = from.bytes(from.number());
  return append;
}

template <typename Visit>
void each_append(Connection& connection, std::string_view batch, Visit visit) {
  Packed from(connection, batch);
  while (from.has_more()) visit(next_append(from));
}

// In the order in which they came, so that those of a match are in the order of their numbers.
template <typename Visit>
void each_fresh_append(Connection& connection, Visit visit) {
  connection.each("SELECT events FROM fresh_batches ORDER BY key",
                  [&](const Row& row) { each_append(connection, row.bytes(0), visit); });
}

// `kind` of a row of `events`: how many it holds, where it does not name one.
int count_in(std::string_view kind) {
  int count = 0;
  const auto [end, error] = std::from_chars(kind.data(), kind.data() + kind.size(), count);
  return error == std::errc{} && end == kind.data() + kind.size() ? count : 0;
}

std::int64_t next_sorted(Connection& connection, std::int64_t match) {
  std::int64_t next = 0;
  connection.each(
      "SELECT number, kind FROM events WHERE match = ?1 ORDER BY number DESC LIMIT 1",
      [&](const Row& row) { next = row.integer(0) + std::max(count_in(row.bytes(1)), 1); }, match);
  return next;
}

int next_number(Connection& connection, std::int64_t match) {
  const FreshEvents* const fresh = connection.fresh_events();
  const FreshEvents::Known known = fresh != nullptr ? fresh->known(match) : FreshEvents::Known{false, true, 0};
  if (known.is_known) return known.next;
  std::int64_t next = next_sorted(connection, match);
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
  connection.change("INSERT INTO fresh_batches(events) VALUES(?1)", Bytes{events});
}

void write_row(Connection& connection, std::int64_t match, int number, std::string_view kind, std::string_view body) {
  connection.change("INSERT INTO events(match, number, kind, body) VALUES(?1, ?2, ?3, ?4)", match, number, kind,
                    Bytes{body});
}

// Events of one match that follow on each other, in as few rows of `events` as they fit into.
class RunWriter {
 public:
  explicit RunWriter(Connection& connection) : connection_(connection) {}

  void add(std::int64_t match, std::int64_t number, const Event& event) {
    const bool goes_on = match == match_ && number == first_ + count_;
    if (!goes_on || packed_.size() + event.kind.size() + event.body.size() > most_run_bytes) {
      write();
      match_ = match;
      first_ = number;
      only_ = event;
    }
    add_event(packed_, event.kind, event.body);
    ++count_;
  }
  void write() {
    const int number = static_cast<int>(first_);
    if (count_ == 1) write_row(connection_, match_, number, only_.kind, only_.body);
    if (count_ > 1) write_row(connection_, match_, number, fmt::format("{}", count_), packed_);
    packed_.clear();
    count_ = 0;
  }

 private:
  Connection& connection_;
  std::int64_t match_ = 0;
  std::int64_t first_ = 0;
  int count_ = 0;
  Event only_;
  std::string packed_;
};

void write_sorted(Connection& connection, std::vector<AppendedEvents>& appends) {
  std::ranges::sort(appends, {}, [](const AppendedEvents& append) { return std::pair(append.match, append.first); });
  RunWriter rows(connection);
  for (const AppendedEvents& append : appends) {
    Packed from(connection, append.events);
    for (std::int64_t number = append.first; number < append.end() && !connection.has_failed(); ++number) {
      rows.add(append.match, number, next_event(from));
    }
  }
  rows.write();
}

}  // namespace

void write_first_events(Connection& connection, std::int64_t match, const std::vector<EventRow>& rows) {
  RunWriter run(connection);
  std::int64_t number = 0;
  for (const EventRow& row : rows) run.add(match, number++, {row.kind, row.body});
  run.write();
}

// The number is the promise that a match has one writer: who comes with one that is taken has not seen everything.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows) {
  if (rows.empty()) return;
  if (first_number < next_number(connection, match)) {
    return connection.fail(FailureKind::taken, fmt::format("there is an event {} already", first_number));
  }
  const auto count = static_cast<int>(rows.size());
  if (FreshEvents* const fresh = connection.fresh_events()) fresh->note(match, first_number + count);
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
  const auto add = [&](std::int64_t number, const Event& event) {
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
      "SELECT number, kind, body FROM events WHERE match = ?1 AND number >="
      " (SELECT coalesce(max(number), 0) FROM events WHERE match = ?1 AND number <= ?2) ORDER BY number LIMIT ?3",
      [&](const Row& row) {
        const int count = count_in(row.bytes(1));
        if (count == 0) return add(row.integer(0), {row.bytes(1), row.bytes(2)});
        add_packed(row.integer(0), count, row.bytes(2));
      },
      match, from, static_cast<std::int64_t>(limit) + 1);
  if (std::cmp_greater_equal(rows.size(), limit) || !connection.may_have_fresh_events(match)) return rows;
  each_fresh_append(connection, [&](const AppendedEvents& append) {
    if (append.match == match) add_packed(append.first, append.count, append.events);
  });
  return rows;
}

bool sort_fresh_events(Connection& connection) {
  if (connection.has_failed() || !connection.exists("SELECT 1 FROM fresh_batches LIMIT 1")) return true;
  // Moves, which are in `events` from now on: nothing there that would have to be written over with zeros.
  connection.execute("PRAGMA secure_delete = FAST");
  connection.change("BEGIN IMMEDIATE");
  std::vector<std::string> batches;
  connection.each("SELECT events FROM fresh_batches ORDER BY key",
                  [&](const Row& row) { batches.emplace_back(row.bytes(0)); });
  std::vector<AppendedEvents> appends;
  for (const std::string& batch : batches) {
    each_append(connection, batch, [&](const AppendedEvents& append) { appends.push_back(append); });
  }
  write_sorted(connection, appends);
  connection.change("DELETE FROM fresh_batches");
  connection.change("COMMIT");
  const bool is_done = !connection.has_failed();
  if (!is_done) connection.roll_back();
  connection.execute("PRAGMA secure_delete = ON");
  if (is_done && connection.fresh_events() != nullptr) connection.fresh_events()->sorted();
  return is_done;
}

std::map<std::int64_t, bool> fresh_matches(Connection& connection) {
  std::map<std::int64_t, bool> is_whole;
  std::map<std::int64_t, std::int64_t> next;
  each_fresh_append(connection, [&](const AppendedEvents& append) {
    const auto [known, is_new] = is_whole.try_emplace(append.match, true);
    if (is_new) next[append.match] = next_sorted(connection, append.match);
    if (append.first != next[append.match]) known->second = false;
    next[append.match] = append.end();
  });
  return is_whole;
}

}  // namespace sqlite

}  // namespace crownstar::store
