#include "site/store/sqlite/compaction.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "site/store/sqlite/append_log.hpp"

namespace crownstar::store::sqlite {

namespace {

// A row of `events` that holds several stays within one page of the table's tree, which keeps about this much of a row.
constexpr std::size_t most_run_bytes = 900;

void write_row(Connection& connection, std::int64_t match, int number, std::string_view kind, std::string_view body) {
  connection.change("INSERT INTO events(match, number, kind, body, sum) VALUES(?1, ?2, ?3, ?4, ?5)", match, number,
                    kind, Bytes{body}, sum_of_events(match, number, kind, body));
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

}  // namespace

void write_first_events(Connection& connection, std::int64_t match, const std::vector<EventRow>& rows) {
  RunWriter run(connection);
  std::int64_t number = 0;
  for (const EventRow& row : rows) run.add(match, number++, {row.kind, row.body});
  run.write();
}

Compaction::Compaction(Connection& connection) : connection_(connection) {
  if (AppendLogIndex* const index = connection.log_index()) index->begin_compaction();
  connection.each("SELECT key, events, sum FROM fresh_batches ORDER BY key", [&](const Row& row) {
    last_batch_ = row.integer(0);
    batches_.emplace_back(row.bytes(1));
    check_sum(connection, row, 2, sum_of_batch(row.bytes(1)));
  });
  if (connection.has_failed()) batches_.clear();
  for (const std::string& batch : batches_) {
    each_append(connection, batch, [&](const AppendedEvents& append) { appends_.push_back(append); });
  }
  std::ranges::sort(appends_, {}, [](const AppendedEvents& append) { return std::pair(append.match, append.first); });
  is_done_ = batches_.empty() && !connection.has_failed();
}

bool Compaction::step(std::size_t events) {
  // The dropped rows are in `events` too, so they need not be overwritten with zeros.
  connection_.execute("PRAGMA secure_delete = FAST");
  connection_.change("BEGIN IMMEDIATE");
  write_portion(events);
  const bool is_last = written_ == appends_.size();
  if (is_last) connection_.change("DELETE FROM fresh_batches WHERE key <= ?1", last_batch_);
  connection_.change("COMMIT");
  const bool is_stored = !connection_.has_failed();
  if (!is_stored) connection_.roll_back();
  connection_.execute("PRAGMA secure_delete = ON");
  is_done_ = is_stored && is_last;
  if (is_done_ && connection_.log_index() != nullptr) connection_.log_index()->end_compaction();
  return is_stored;
}

void Compaction::write_portion(std::size_t events) {
  RunWriter rows(connection_);
  std::int64_t match = 0;
  std::int64_t next = 0;
  for (std::size_t done = 0; written_ < appends_.size() && done < events; ++written_) {
    const AppendedEvents& append = appends_[written_];
    if (append.match != match) {
      match = append.match;
      // An interrupted compaction may have written some of them already.
      next = next_compacted(connection_, match);
    }
    if (append.end() <= next) continue;
    Packed from(connection_, append.events);
    for (std::int64_t number = append.first; number < append.end() && !connection_.has_failed(); ++number) {
      rows.add(match, number, next_event(from));
    }
    done += static_cast<std::size_t>(append.count);
  }
  rows.write();
}

bool compact_append_log(Connection& connection) {
  if (connection.has_failed() || !connection.exists("SELECT 1 FROM fresh_batches LIMIT 1")) return true;
  return Compaction(connection).step(SIZE_MAX);
}

}  // namespace crownstar::store::sqlite
