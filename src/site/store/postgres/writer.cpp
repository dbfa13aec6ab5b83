#include "site/store/postgres/writer.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace crownstar::store::postgres {

namespace {

using Clock = std::chrono::steady_clock;
using Batch = std::span<const std::unique_ptr<Job>>;

constexpr std::chrono::milliseconds between_tries{200};
constexpr int most_tries = 5;
// How long a transaction may stay in doubt: a restart of the database takes seconds.
constexpr std::chrono::seconds doubt_patience{30};
constexpr std::chrono::seconds closing_patience{3};

void fail_all(Batch jobs, const Failure& failure) {
  for (const auto& job : jobs) job->fail(failure);
}

// The request's failure, not the database's: without that request the others succeed.
bool is_of_the_request(FailureKind kind) {
  return kind != FailureKind::busy && kind != FailureKind::full && kind != FailureKind::read_only;
}

}  // namespace

Connection* ReconnectingConnection::reach() {
  if (connection_ && !connection_->is_lost()) return connection_.get();
  if (Clock::now() < next_try_) return nullptr;
  connection_.reset();
  auto opened = Connection::open(address_);
  if (opened) {
    connection_ = std::move(*opened);
    return connection_.get();
  }
  reason_ = opened.error().text;
  next_try_ = Clock::now() + between_tries;
  return nullptr;
}

Connection* Writer::reach() {
  Connection* const connection = line_.reach();
  state_.is_away = connection == nullptr;
  return connection;
}

void Writer::commit(Batch jobs) {
  if (jobs.empty()) return;
  for (int attempt = 1;; ++attempt) {
    Connection* const connection = reach();
    if (connection == nullptr) return fail_all(jobs, line_.failure());
    End end = carry_out(*connection, jobs);
    if (end == End::in_doubt) {
      const auto is_committed = resolve_commit();
      if (!is_committed) {
        return fail_all(jobs, {FailureKind::broken,
                               "the connection was lost while it was committed, and the database "
                               "does not come back: it may have happened or not"});
      }
      end = *is_committed ? End::committed : End::lost;
    }
    if (end == End::committed) {
      ++commits_;
      return;
    }
    const bool is_tried_again = end == End::lost || is_worth_another_try_;
    if (is_tried_again && attempt < most_tries) continue;
    if (is_tried_again || !is_of_the_request(failure_.kind)) return fail_all(jobs, failure_);
    break;
  }
  if (jobs.size() == 1) return jobs.front()->fail(failure_);
  // In halves, until the failing request is alone.
  commit(jobs.first(jobs.size() / 2));
  commit(jobs.subspan(jobs.size() / 2));
}

Writer::End Writer::carry_out(Connection& connection, Batch jobs) {
  connection.begin(Connection::Kind::writing);
  ++number_;
  connection.change_later(
      "WITH gone AS (DELETE FROM commits WHERE writer = $1 AND number < $2)"
      " INSERT INTO commits(writer, number, is_void) VALUES($1, $2, false)",
      name_, number_);
  for (const auto& job : jobs) {
    const std::int64_t changes = connection.changes_so_far();
    job->run(connection);
    if (!connection.has_failed()) continue;
    // Refused before it changed anything: the others are not affected.
    const bool is_harmless = !connection.is_aborted() && connection.changes_so_far() == changes;
    if (!is_harmless) return end_failed(connection);
    job->fail(connection.take_failure());
  }
  return connection.commit() ? End::committed : end_failed(connection);
}

Writer::End Writer::end_failed(Connection& connection) {
  is_worth_another_try_ = connection.is_worth_another_try();
  const bool is_in_doubt = connection.is_in_doubt();
  failure_ = connection.take_failure();
  connection.roll_back();
  if (is_in_doubt) return End::in_doubt;
  return connection.is_lost() ? End::lost : End::refused;
}

// Whether the last transaction was committed; nothing if that can't be found out.
std::optional<bool> Writer::resolve_commit() {
  const auto begun = Clock::now();
  while (true) {
    if (Connection* const connection = reach()) {
      if (const auto settled = try_to_resolve(*connection)) return settled;
    }
    const auto patience = state_.is_closing ? closing_patience : doubt_patience;
    if (Clock::now() - begun > patience) return {};
    std::this_thread::sleep_for(between_tries / 4);
  }
}

// Whichever takes its number first has decided. If the old transaction is still on its way somewhere, this waits for
// its end; if it has yet to begin, it can no longer succeed.
std::optional<bool> Writer::try_to_resolve(Connection& connection) {
  bool is_void = true;
  connection.begin(Connection::Kind::writing);
  connection.change_later(
      "INSERT INTO commits(writer, number, is_void) VALUES($1, $2, true) ON CONFLICT (writer, number) DO NOTHING",
      name_, number_);
  connection.each(
      "SELECT is_void FROM commits WHERE writer = $1 AND number = $2", [&](const Row& row) { is_void = row.is_set(0); },
      name_, number_);
  if (connection.commit()) return !is_void;
  connection.roll_back();
  if (connection.has_failed()) connection.take_failure();
  return {};
}

void read(ReconnectingConnection& line, Batch jobs) {
  std::size_t next = 0;
  for (int attempt = 1; next < jobs.size();) {
    Connection* const connection = line.reach();
    if (connection == nullptr) return fail_all(jobs.subspan(next), line.failure());
    connection->begin(Connection::Kind::reading);
    bool is_clean = true;
    while (next < jobs.size() && is_clean) {
      const auto& job = jobs[next];
      job->run(*connection);
      // A connection that was lost before it answered is worth another one.
      if (connection->is_lost() && attempt < 2) break;
      is_clean = !connection->is_aborted();
      if (connection->has_failed()) job->fail(connection->take_failure());
      ++next;
    }
    if (connection->is_lost()) {
      ++attempt;
      continue;
    }
    // The rows that were read are valid even if this commit fails, because nothing was changed.
    if (!is_clean || !connection->commit()) connection->roll_back();
  }
}

}  // namespace crownstar::store::postgres
