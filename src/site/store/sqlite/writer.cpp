#include "site/store/sqlite/writer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/checkpointer.hpp"

namespace crownstar::store {

namespace {

int note_log_pages(void* pages, sqlite3*, const char*, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

SqliteWriter::SqliteWriter(std::unique_ptr<Connection> connection, CheckpointBounds bounds,
                           CompactionBounds compaction_bounds)
    : connection_(std::move(connection)), bounds_(bounds), compaction_bounds_(compaction_bounds) {
  // In the place of SQLite's own hook, which would checkpoint within the commit that somebody waits for.
  sqlite3_wal_hook(connection_->raw(), note_log_pages, &wal_pages_);
}

// A closed store has all its events compacted.
SqliteWriter::~SqliteWriter() {
  compaction_.reset();
  sqlite::compact_append_log(*connection_);
}

void SqliteWriter::commit(const Jobs& jobs) {
  last_commit_ = jobs.size();
  uncompacted_ += static_cast<int>(jobs.size());
  if (jobs.empty() || commit_together(jobs)) return;
  commit_apart(jobs);
}

// The usual way: no request fails after it has written something. True if that is how it was, or if nothing can be
// written.
bool SqliteWriter::commit_together(const Jobs& jobs) {
  Connection& connection = *connection_;
  connection.change("BEGIN IMMEDIATE");
  if (connection.has_failed()) {
    fail_all(jobs);
    return true;
  }
  connection.gather_events();
  for (const auto& job : jobs) {
    const std::int64_t changes = connection.changes_so_far();
    const std::size_t gathered = connection.gathered_events()->size();
    job->run(connection);
    if (connection.has_failed()) job->fail(connection.take_failure());
    if (job->failure() == nullptr) continue;
    const bool has_written = connection.changes_so_far() != changes || connection.gathered_events()->size() != gathered;
    if (connection.is_in_transaction() && !has_written) continue;
    connection.roll_back();
    return false;
  }
  sqlite::write_gathered_events(connection);
  end_transaction(jobs);
  return true;
}

// Each request within its own savepoint, so that the one that fails half-way is undone alone.
void SqliteWriter::commit_apart(const Jobs& jobs) {
  Connection& connection = *connection_;
  connection.change("BEGIN IMMEDIATE");
  for (const auto& job : jobs) {
    if (connection.has_failed()) break;
    connection.change("SAVEPOINT request");
    job->run(connection);
    if (connection.has_failed()) job->fail(connection.take_failure());
    if (const Failure* failure = job->failure()) {
      // It may have taken the whole transaction with it, as a full disk can: then nobody's request was carried out.
      if (!connection.is_in_transaction()) connection.fail(failure->kind, failure->text);
      connection.change("ROLLBACK TO request");
      connection.forget_matches();
    }
    connection.change("RELEASE request");
  }
  end_transaction(jobs);
}

bool SqliteWriter::end_transaction(const Jobs& jobs) {
  connection_->change("COMMIT");
  if (!connection_->has_failed()) return true;
  fail_all(jobs);
  return false;
}

// Also those that were refused for a reason of their own: it may have been a neighbour that is undone now.
void SqliteWriter::fail_all(const Jobs& jobs) {
  const Failure failure = connection_->take_failure();
  connection_->roll_back();
  for (const auto& job : jobs) job->fail(failure);
  // The log can't grow, but folded into the file it starts again at its beginning, which may be room enough for some
  // moves.
  is_room_wanted_ = failure.kind == FailureKind::full;
}

// If it fails nothing is lost; it is tried again after as many more.
bool SqliteWriter::maybe_compact(bool is_quiet) {
  if (!compaction_) {
    if (uncompacted_ < (is_quiet ? compaction_bounds_.quiet_events : compaction_bounds_.forced_events)) return false;
    uncompacted_ = 0;
    compaction_.emplace(*connection_);
  }
  // At least twice what each commit adds, or the log would grow for ever.
  const std::size_t portion = std::max(compaction_bounds_.portion, last_commit_ * 2);
  if (compaction_->is_done() || !compaction_->step(portion) || compaction_->is_done()) compaction_.reset();
  return compaction_.has_value();
}

SqliteWriter::Checkpoint SqliteWriter::maybe_checkpoint() {
  if (wal_pages_ < requested_pages_) seen_pages_ = requested_pages_ = 0;  // the log has begun anew
  if (wal_pages_ - seen_pages_ > bounds_.forced_pages || std::exchange(is_room_wanted_, false)) {
    // Also where it could not end, for a reader or a full disk: the next one comes after as many pages more, not at
    // once.
    seen_pages_ = requested_pages_ = wal_pages_;
    return checkpoint_log(*connection_, true) ? Checkpoint::done : Checkpoint::failed;
  }
  if (wal_pages_ - requested_pages_ <= bounds_.requested_pages) return Checkpoint::none;
  requested_pages_ = wal_pages_;
  return Checkpoint::requested;
}

}  // namespace crownstar::store
