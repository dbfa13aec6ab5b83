#include "site/store/open/sqlite_store.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "site/store/file_lock.hpp"
#include "site/store/job_queue.hpp"
#include "site/store/log_owner.hpp"
#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/checkpointer.hpp"
#include "site/store/sqlite/compaction.hpp"
#include "site/store/sqlite/integrity/store_watch.hpp"
#include "site/store/sqlite/own_writes.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/sqlite/writer.hpp"
#include "site/store/statements/queued_store.hpp"

namespace crownstar::store {

namespace {

// As many reads share one transaction and one post.
constexpr std::size_t most_reads_together = 32;

// The disk's failure, not the request's: any other request would have failed too.
bool is_of_the_disk(const Failure* failure) {
  return failure != nullptr && (failure->kind == FailureKind::full || failure->kind == FailureKind::read_only ||
                                failure->kind == FailureKind::broken);
}

class Backend final : public QueuedStore<SqliteStore, Connection> {
 public:
  Backend(SqliteOptions options, Post post, FileLock lock, const std::shared_ptr<OwnWrites>& own,
          std::unique_ptr<Connection> writer, std::unique_ptr<Connection> checkpointer,
          std::unique_ptr<Connection> watching, std::unique_ptr<Connection> checking,
          std::vector<std::unique_ptr<Connection>> readers)
      : options_(std::move(options)),
        post_(std::move(post)),
        lock_(std::move(lock)),
        writes_(options_.most_waiting_writes, options_.most_waiting_bytes),
        reads_(options_.most_waiting_reads, options_.most_waiting_bytes) {
    if (checking) {
      check_ = std::make_unique<StoreCheck>(
          std::move(checking), [this] { return writes_.in_flight() == 0 && reads_.in_flight() == 0; }, options_.check);
    }
    if (watching) watch_ = std::make_unique<StoreWatch>(std::move(watching), own);
    if (writer) {
      checkpointer_ = std::make_unique<Checkpointer>(std::move(checkpointer));
      writer_ = std::thread([this, connection = std::move(writer)]() mutable { write_all(std::move(connection)); });
    }
    for (auto& reader : readers) {
      readers_.emplace_back([this, connection = std::move(reader)]() mutable { read_all(std::move(connection)); });
    }
  }

  ~Backend() override {
    reads_.close();
    for (std::thread& reader : readers_) reader.join();
    if (check_) check_->close();
    writes_.close();
    if (writer_.joinable()) writer_.join();
    const bool is_log_ended = watch_ && is_log_left_behind() && checkpointer_->end_log();
    if (watch_) watch_->close();
    // Last, because the last connection folds the log into the file, and a reader can't.
    checkpointer_.reset();
    if (is_log_ended) watch_->remove_log();
  }

  StoreFigures figures() const override {
    return {.writes = writes_done_,
            .commits = commits_,
            .refusals = refusals_,
            .checkpoints = checkpoints_ + (checkpointer_ ? checkpointer_->done() : 0),
            .failed_checkpoints = failed_checkpoints_ + (checkpointer_ ? checkpointer_->failed() : 0),
            .waiting = writes_.in_flight(),
            .is_failing = is_failing_,
            .damage = check_ ? check_->damage() : "",
            .checks = check_ ? check_->whole_looks() : 0,
            .trouble = watch_ ? watch_->trouble() : ""};
  }

 protected:
  void enqueue_write(std::unique_ptr<Job> job) override { hand_over(writes_, std::move(job)); }
  void enqueue_read(std::unique_ptr<Job> job) override { hand_over(reads_, std::move(job)); }

 private:
  // SQLite leaves the log of a file that is gone from its name, and would take it for that of the file that is put in
  // its place. What is in it is in a copy, or will be in the file itself under the name that it has now.
  bool is_log_left_behind() const { return watch_->is_store_gone() && (lock_.is_file_linked() || watch_->has_saved()); }

  void hand_over(BoundedQueue<Job>& queue, std::unique_ptr<Job> job) {
    if (&queue == &writes_ && options_.is_read_only) {
      refuse(std::move(job), {FailureKind::read_only, "the store was opened for reading alone"});
    } else if (!queue.push(job)) {
      refuse(std::move(job), {FailureKind::busy, "more is waiting for the store than its bound allows"});
    }
  }

  void refuse(std::unique_ptr<Job> job, const Failure& failure) {
    ++refusals_;
    job->fail(failure);
    Jobs jobs;
    jobs.push_back(std::move(job));
    finish_all(post_, std::move(jobs));
  }

  void write_all(std::unique_ptr<Connection> connection) {
    SqliteWriter writer(std::move(connection), {options_.requested_checkpoint_pages, options_.forced_checkpoint_pages});
    for (Jobs jobs = writes_.take(options_.most_in_a_commit); !jobs.empty();
         jobs = writes_.take(options_.most_in_a_commit)) {
      const auto begun = std::chrono::steady_clock::now();
      const std::size_t count = jobs.size();
      const bool is_file_ours = commit(writer, jobs);
      ++commits_;
      writes_done_ += jobs.size();
      for (const auto& job : jobs) refusals_ += job->failure() != nullptr ? 1 : 0;
      // Where the file is another one, it is the watch that knows when it is back.
      is_failing_ =
          is_file_ours && std::ranges::any_of(jobs, [](const auto& job) { return is_of_the_disk(job->failure()); });
      writes_.over(jobs);
      finish_all(post_, std::move(jobs));
      // After a large batch another one follows soon, even if nothing waits yet.
      const bool are_many = count >= options_.many_in_a_commit;
      while (writer.maybe_compact(!are_many && writes_.is_empty())) {
        if (are_many || !writes_.is_empty()) break;
      }
      const auto checkpoint = writer.maybe_checkpoint();
      if (checkpoint == SqliteWriter::Checkpoint::done) ++checkpoints_;
      if (checkpoint == SqliteWriter::Checkpoint::failed) ++failed_checkpoints_;
      if (checkpoint == SqliteWriter::Checkpoint::requested) checkpointer_->ask();
      // Where many wait, a moment more makes fewer and larger transactions; one alone never waits.
      if (are_many) std::this_thread::sleep_until(begun + options_.pause_of_many);
    }
  }

  // Nothing is acknowledged that was written to a deleted or replaced file; then false.
  bool commit(SqliteWriter& writer, const Jobs& jobs) {
    std::string trouble = watch_->look();
    if (trouble.empty()) {
      writer.commit(jobs);
      trouble = watch_->look();
    }
    if (trouble.empty()) return true;
    for (const auto& job : jobs) job->fail({FailureKind::broken, trouble});
    return false;
  }

  void read_all(std::unique_ptr<Connection> connection) {
    for (Jobs jobs = reads_.take(most_reads_together); !jobs.empty(); jobs = reads_.take(most_reads_together)) {
      connection->begin_reading();
      for (const auto& job : jobs) {
        if (connection->has_failed()) {
          job->fail(connection->take_failure());
        } else {
          job->run(*connection);
          if (connection->has_failed()) job->fail(connection->take_failure());
        }
      }
      connection->change("COMMIT");
      if (connection->has_failed()) connection->roll_back();
      reads_.over(jobs);
      finish_all(post_, std::move(jobs));
    }
  }

  const SqliteOptions options_;
  const Post post_;
  FileLock lock_;
  BoundedQueue<Job> writes_;
  BoundedQueue<Job> reads_;
  std::atomic<std::uint64_t> writes_done_ = 0;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<std::uint64_t> checkpoints_ = 0;
  std::atomic<std::uint64_t> failed_checkpoints_ = 0;
  std::atomic<bool> is_failing_ = false;
  std::unique_ptr<StoreCheck> check_;
  std::unique_ptr<StoreWatch> watch_;
  std::unique_ptr<Checkpointer> checkpointer_;
  std::thread writer_;
  std::vector<std::thread> readers_;
};

using Opened = Outcome<std::unique_ptr<Connection>>;

Opened configured(Opened connection, int cache_kibibytes) {
  if (!connection) return connection;
  // Temporary tables (sorting) need no room on a disk that may be full.
  (*connection)->execute(fmt::format("PRAGMA cache_size = -{}; PRAGMA temp_store = MEMORY", cache_kibibytes));
  if ((*connection)->has_failed()) return std::unexpected((*connection)->take_failure());
  return connection;
}

// Null: there is no file to be looked at, in a folder where nothing can be written.
std::shared_ptr<OwnWrites> watched_writes(const FileLock& lock, const std::string& path) {
  if (lock.file() < 0) return nullptr;
  return std::make_shared<OwnWrites>(lock.file(), file_system_of(path).name.empty());
}

Opened open_writer(const SqliteOptions& options, std::shared_ptr<OwnWrites> own) {
  auto opened = configured(Connection::open(options.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, std::move(own)),
                           options.cache_kibibytes);
  if (!opened) return opened;
  Connection& connection = **opened;
  // Before anything is changed in the file: is it a store of ours?
  const auto mark = read_mark(connection);
  if (!mark) return std::unexpected(mark.error());
  if (options.must_exist && mark->is_empty) {
    return std::unexpected(
        Failure{FailureKind::absent,
                "nothing is in this file, and store-must-exist forbids to make a new store of it. Restore a backup in "
                "its place; for a first start, start once without store-must-exist"});
  }
  if (!connection.is_read_only()) {
    const std::int64_t log_limit = std::int64_t{8192} * options.forced_checkpoint_pages;
    connection.execute(
        fmt::format("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = {}", log_limit));
    // What a deleted account leaves in the file is zeros. Debian builds SQLite so; others may not.
    connection.execute("PRAGMA secure_delete = ON");
    if (connection.has_failed()) return std::unexpected(connection.take_failure());
  }
  if (const auto migrated = migrate(connection, schema_steps()); !migrated) return std::unexpected(migrated.error());
  return opened;
}

Failure with_path(const std::string& path, const Failure& failure) {
  return {failure.kind,
          failure.text.find(path) == std::string::npos ? fmt::format("{}: {}", path, failure.text) : failure.text};
}

Outcome<std::unique_ptr<Connection>> open_plain(const std::string& path, int flags,
                                                std::shared_ptr<OwnWrites> own = nullptr) {
  auto opened = Connection::open(path, flags, std::move(own));
  if (!opened) return std::unexpected(with_path(path, opened.error()));
  return opened;
}

Outcome<std::unique_ptr<Connection>> open_checkpointer(const std::string& path, std::shared_ptr<OwnWrites> own) {
  auto opened = open_plain(path, SQLITE_OPEN_READWRITE, std::move(own));
  if (!opened) return opened;
  (*opened)->execute("PRAGMA synchronous = FULL");
  if ((*opened)->has_failed()) return std::unexpected(with_path(path, (*opened)->take_failure()));
  return opened;
}

Outcome<std::unique_ptr<Connection>> open_reader(const SqliteOptions& options) {
  auto opened = configured(Connection::open(options.path, SQLITE_OPEN_READONLY), options.cache_kibibytes / 4);
  if (!opened) return std::unexpected(with_path(options.path, opened.error()));
  const auto mark = read_mark(**opened);
  if (!mark) return std::unexpected(with_path(options.path, mark.error()));
  if (mark->version != schema_version()) {
    return std::unexpected(
        Failure{FailureKind::broken, fmt::format("{}: the store has version {}, this program reads {}", options.path,
                                                 mark->version, schema_version())});
  }
  return opened;
}

}  // namespace

Outcome<std::unique_ptr<SqliteStore>> open_sqlite(SqliteOptions options, Post post) {
  Outcome<FileLock> lock = options.is_read_only ? Outcome<FileLock>(FileLock::none())
                                                : FileLock::take(options.path, FileLock::File::is_made);
  if (!lock) return std::unexpected(lock.error());
  if (const auto checked = check_log_owner(options.path); !checked) return std::unexpected(checked.error());
  // Only the process that writes can know which events are in the append log.
  auto index = lock->is_held() ? std::make_shared<AppendLogIndex>() : nullptr;
  std::shared_ptr<OwnWrites> own;
  std::unique_ptr<Connection> writer;
  std::unique_ptr<Connection> checkpointer;
  std::unique_ptr<Connection> watching;
  std::unique_ptr<Connection> checking;
  if (!options.is_read_only) {
    own = watched_writes(*lock, options.path);
    auto opened = open_writer(options, own);
    if (!opened && !lock->is_held() && opened.error().kind == FailureKind::broken) {
      return std::unexpected(
          Failure{FailureKind::read_only,
                  fmt::format("{} is in a folder that can't be written, and the store can't be opened there: {}",
                              options.path, opened.error().text)});
    }
    if (!opened) return std::unexpected(with_path(options.path, opened.error()));
    writer = std::move(*opened);
    // Events that a killed server left in the append log. If they cannot be compacted, every read searches the log; if
    // the log cannot be read, no move of any match could be stored.
    if (writer->is_read_only() || !sqlite::compact_append_log(*writer)) {
      index = nullptr;
      sqlite::logged_matches(*writer);
      if (writer->has_failed()) return std::unexpected(with_path(options.path, writer->take_failure()));
    }
    writer->share(index);
    auto checkpoints = open_checkpointer(options.path, own);
    if (!checkpoints) return std::unexpected(checkpoints.error());
    auto watches = open_plain(options.path, SQLITE_OPEN_READONLY);
    if (!watches) return std::unexpected(watches.error());
    auto checks = open_plain(options.path, SQLITE_OPEN_READONLY);
    if (!checks) return std::unexpected(checks.error());
    checkpointer = std::move(*checkpoints);
    watching = std::move(*watches);
    checking = std::move(*checks);
  }
  std::vector<std::unique_ptr<Connection>> readers;
  for (int reader = 0; reader < std::max(options.readers, 1); ++reader) {
    auto opened = open_reader(options);
    if (!opened) return std::unexpected(opened.error());
    (*opened)->share(index);
    readers.push_back(std::move(*opened));
  }
  if (lock->is_held()) note_log_owner(lock->lock_file(), options.path);
  return std::make_unique<Backend>(std::move(options), std::move(post), std::move(*lock), own, std::move(writer),
                                   std::move(checkpointer), std::move(watching), std::move(checking),
                                   std::move(readers));
}

}  // namespace crownstar::store
