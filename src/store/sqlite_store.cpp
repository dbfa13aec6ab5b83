#include "store/sqlite_store.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "store/file_lock.hpp"
#include "store/job_queue.hpp"
#include "store/sqlite_checkpointer.hpp"
#include "store/sqlite_fresh.hpp"
#include "store/sqlite_matches.hpp"
#include "store/sqlite_people.hpp"
#include "store/sqlite_schema.hpp"
#include "store/sqlite_writer.hpp"

namespace crownstar::store {

namespace {

// As many reads share one transaction and one post.
constexpr std::size_t most_reads_together = 32;

std::size_t bytes_of(const std::vector<EventRow>& rows) {
  std::size_t bytes = 0;
  for (const EventRow& row : rows) bytes += row.body.size() + row.kind.size() + 64;
  return bytes;
}

// Not because of what was asked: another request would have fared no better.
bool is_of_the_disk(const Failure* failure) {
  return failure != nullptr && (failure->kind == FailureKind::full || failure->kind == FailureKind::read_only ||
                                failure->kind == FailureKind::broken);
}

class Home final : public SqliteStore {
 public:
  Home(SqliteOptions options, Post post, FileLock lock, std::unique_ptr<Connection> writer,
       std::unique_ptr<Connection> checkpointer, std::vector<std::unique_ptr<Connection>> readers)
      : options_(std::move(options)),
        post_(std::move(post)),
        lock_(std::move(lock)),
        writes_(options_.most_waiting_writes, options_.most_waiting_bytes),
        reads_(options_.most_waiting_reads, options_.most_waiting_bytes) {
    if (writer) {
      checkpointer_ = std::make_unique<Checkpointer>(std::move(checkpointer));
      writer_ = std::thread([this, connection = std::move(writer)]() mutable { write_all(std::move(connection)); });
    }
    for (auto& reader : readers) {
      readers_.emplace_back([this, connection = std::move(reader)]() mutable { read_all(std::move(connection)); });
    }
  }

  ~Home() override {
    reads_.close();
    for (std::thread& reader : readers_) reader.join();
    // Last: who closes the file last folds the log into it, and a reader can't.
    writes_.close();
    if (writer_.joinable()) writer_.join();
    checkpointer_.reset();
  }

  StoreFigures figures() const override {
    return {.writes = writes_done_,
            .commits = commits_,
            .refusals = refusals_,
            .checkpoints = checkpoints_ + (checkpointer_ ? checkpointer_->done() : 0),
            .failed_checkpoints = failed_checkpoints_ + (checkpointer_ ? checkpointer_->failed() : 0),
            .waiting = writes_.on_their_way(),
            .is_failing = is_failing_};
  }

  void create_match(MatchHeader header, std::vector<EventRow> first_events, Done<void> done) override {
    const std::size_t bytes = bytes_of(first_events) + header.details.size() + 512;
    write<void>(std::move(done), bytes, [header = std::move(header), rows = std::move(first_events)](Connection& c) {
      sqlite::create_match(c, header, rows);
    });
  }
  void append(Append append, Done<void> done) override {
    const std::size_t bytes = bytes_of(append.rows) + 128;
    write<void>(std::move(done), bytes, [append = std::move(append)](Connection& c) { sqlite::append(c, append); });
  }
  void events(std::string match, int from, int limit, Done<std::vector<EventRow>> done) override {
    read<std::vector<EventRow>>(std::move(done), [match = std::move(match), from, limit](Connection& c) {
      return sqlite::events(c, match, from, limit);
    });
  }
  void find_match(std::string id, Done<std::optional<MatchHeader>> done) override {
    read<std::optional<MatchHeader>>(std::move(done),
                                     [id = std::move(id)](Connection& c) { return sqlite::find_match(c, id); });
  }
  void unfinished_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done),
                    [page = std::move(page)](Connection& c) { return sqlite::unfinished_matches(c, page); });
  }
  void all_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [page = std::move(page)](Connection& c) { return sqlite::all_matches(c, page); });
  }
  void matches_of_player(std::string player, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [player = std::move(player), page = std::move(page)](Connection& c) {
      return sqlite::matches_of_player(c, player, page);
    });
  }
  void finished_matches(std::string game, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [game = std::move(game), page = std::move(page)](Connection& c) {
      return sqlite::finished_matches(c, game, page);
    });
  }
  void append_chat(ChatRow line, Done<int> done) override {
    const std::size_t bytes = line.text.size() + 128;
    write<int>(std::move(done), bytes,
               [line = std::move(line)](Connection& c) { return sqlite::append_chat(c, line); });
  }
  void chat(std::string match, std::string room, int after, int newest, Done<std::vector<ChatRow>> done) override {
    read<std::vector<ChatRow>>(std::move(done),
                               [match = std::move(match), room = std::move(room), after, newest](Connection& c) {
                                 return sqlite::chat(c, match, room, after, newest);
                               });
  }

  void create_player(PlayerRow player, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player)](Connection& c) { sqlite::create_player(c, player); });
  }
  void find_player(std::string id, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [id = std::move(id)](Connection& c) { return sqlite::find_player(c, id); });
  }
  void find_account(std::string name_key, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [key = std::move(name_key)](Connection& c) { return sqlite::find_account(c, key); });
  }
  void rename_guest(std::string guest, std::string name, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), name = std::move(name)](Connection& c) {
      sqlite::rename_guest(c, guest, name);
    });
  }
  void promote_guest(PlayerRow account, Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account)](Connection& c) { sqlite::promote_guest(c, account); });
  }
  void improve_password_hash(std::string account, std::string old_hash, std::string new_hash,
                             Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), from = std::move(old_hash), to = std::move(new_hash)](Connection& c) {
                  sqlite::improve_password_hash(c, account, from, to);
                });
  }
  void change_password(std::string account, std::string password_hash, std::string session_kept,
                       Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), hash = std::move(password_hash),
                 kept = std::move(session_kept)](Connection& c) { sqlite::change_password(c, account, hash, kept); });
  }
  void change_preferences(std::string player, std::string preferences, Done<void> done) override {
    const std::size_t bytes = small + preferences.size();
    write<void>(std::move(done), bytes,
                [player = std::move(player), preferences = std::move(preferences)](Connection& c) {
                  sqlite::change_preferences(c, player, preferences);
                });
  }
  void player_seen(std::string player, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player), at](Connection& c) { sqlite::player_seen(c, player, at); });
  }
  void claim_guest(std::string guest, std::string account, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), account = std::move(account)](Connection& c) {
      sqlite::claim_guest(c, guest, account);
    });
  }
  void delete_account(std::string account, Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account)](Connection& c) { sqlite::delete_account(c, account); });
  }

  void create_session(SessionRow session, Done<void> done) override {
    write<void>(std::move(done), small,
                [session = std::move(session)](Connection& c) { sqlite::create_session(c, session); });
  }
  void find_session(std::string hash, Done<std::optional<SessionRow>> done) override {
    read<std::optional<SessionRow>>(std::move(done),
                                    [hash = std::move(hash)](Connection& c) { return sqlite::find_session(c, hash); });
  }
  void sessions_of(std::string player, Done<std::vector<SessionRow>> done) override {
    read<std::vector<SessionRow>>(
        std::move(done), [player = std::move(player)](Connection& c) { return sqlite::sessions_of(c, player); });
  }
  void session_seen(std::string hash, Instant seen, Instant expires, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash), seen, expires](Connection& c) {
      sqlite::session_seen(c, hash, seen, expires);
    });
  }
  void rotate_session(std::string old_hash, std::string new_hash, Instant seen, Instant expires,
                      Done<void> done) override {
    write<void>(std::move(done), small,
                [from = std::move(old_hash), to = std::move(new_hash), seen, expires](Connection& c) {
                  sqlite::rotate_session(c, from, to, seen, expires);
                });
  }
  void revoke_session(std::string hash, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash)](Connection& c) { sqlite::revoke_session(c, hash); });
  }
  void revoke_session_by_id(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      sqlite::revoke_session_by_id(c, player, id);
    });
  }
  void revoke_sessions(std::string player, std::string hash_kept, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), kept = std::move(hash_kept)](Connection& c) {
      sqlite::revoke_sessions(c, player, kept);
    });
  }

  void create_token(TokenRow token, Done<void> done) override {
    write<void>(std::move(done), small, [token = std::move(token)](Connection& c) { sqlite::create_token(c, token); });
  }
  void find_token(std::string hash, Done<std::optional<TokenRow>> done) override {
    read<std::optional<TokenRow>>(std::move(done),
                                  [hash = std::move(hash)](Connection& c) { return sqlite::find_token(c, hash); });
  }
  void tokens_of(std::string player, Done<std::vector<TokenRow>> done) override {
    read<std::vector<TokenRow>>(std::move(done),
                                [player = std::move(player)](Connection& c) { return sqlite::tokens_of(c, player); });
  }
  void token_seen(std::string hash, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [hash = std::move(hash), at](Connection& c) { sqlite::token_seen(c, hash, at); });
  }
  void revoke_token(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      sqlite::revoke_token(c, player, id);
    });
  }

  void ratings_of(std::string player, Done<std::vector<RatingRow>> done) override {
    read<std::vector<RatingRow>>(std::move(done),
                                 [player = std::move(player)](Connection& c) { return sqlite::ratings_of(c, player); });
  }
  void rating_history(std::string player, std::string family, std::string speed, int newest,
                      Done<std::vector<RatingStep>> done) override {
    read<std::vector<RatingStep>>(
        std::move(done), [player = std::move(player), family = std::move(family), speed = std::move(speed),
                          newest](Connection& c) { return sqlite::rating_history(c, player, family, speed, newest); });
  }
  void add_report(ReportRow report, Done<std::int64_t> done) override {
    const std::size_t bytes = small + report.text.size();
    write<std::int64_t>(std::move(done), bytes,
                        [report = std::move(report)](Connection& c) { return sqlite::add_report(c, report); });
  }
  void open_reports(std::int64_t after, int limit, Done<std::vector<ReportRow>> done) override {
    read<std::vector<ReportRow>>(std::move(done),
                                 [after, limit](Connection& c) { return sqlite::open_reports(c, after, limit); });
  }
  void settle_report(std::int64_t number, Instant at, std::string verdict, Done<void> done) override {
    write<void>(std::move(done), small, [number, at, verdict = std::move(verdict)](Connection& c) {
      sqlite::settle_report(c, number, at, verdict);
    });
  }
  void mute(MuteRow mute, Done<void> done) override {
    write<void>(std::move(done), small, [mute = std::move(mute)](Connection& c) { sqlite::mute(c, mute); });
  }
  void unmute(std::string player, std::string muted, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), muted = std::move(muted)](Connection& c) {
      sqlite::unmute(c, player, muted);
    });
  }
  void mutes_of(std::string player, Done<std::vector<MuteRow>> done) override {
    read<std::vector<MuteRow>>(std::move(done),
                               [player = std::move(player)](Connection& c) { return sqlite::mutes_of(c, player); });
  }
  void sweep(Sweep sweep, Done<int> done) override {
    write<int>(std::move(done), small, [sweep](Connection& c) { return sqlite::sweep(c, sweep); });
  }
  void read_setting(std::string key, Done<std::optional<std::string>> done) override {
    read<std::optional<std::string>>(std::move(done),
                                     [key = std::move(key)](Connection& c) { return sqlite::read_setting(c, key); });
  }
  void write_setting(std::string key, std::string value, Done<void> done) override {
    const std::size_t bytes = small + value.size();
    write<void>(std::move(done), bytes, [key = std::move(key), value = std::move(value)](Connection& c) {
      sqlite::write_setting(c, key, value);
    });
  }

 private:
  static constexpr std::size_t small = 256;  // what an ordinary request counts against the bound on bytes

  template <typename Answer, typename Work>
  void write(Done<Answer> done, std::size_t bytes, Work work) {
    hand_over(writes_, std::make_unique<JobOf<Answer, Work>>(bytes, std::move(work), std::move(done)));
  }
  template <typename Answer, typename Work>
  void read(Done<Answer> done, Work work) {
    hand_over(reads_, std::make_unique<JobOf<Answer, Work>>(0, std::move(work), std::move(done)));
  }

  void hand_over(JobQueue& queue, std::unique_ptr<Job> job) {
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
    SqliteWriter writer(std::move(connection), {options_.wished_checkpoint_pages, options_.forced_checkpoint_pages});
    for (Jobs jobs = writes_.take(options_.most_in_a_commit); !jobs.empty();
         jobs = writes_.take(options_.most_in_a_commit)) {
      const auto begun = std::chrono::steady_clock::now();
      const std::size_t count = jobs.size();
      writer.commit(jobs);
      ++commits_;
      writes_done_ += jobs.size();
      for (const auto& job : jobs) refusals_ += job->failure() != nullptr ? 1 : 0;
      is_failing_ = std::ranges::any_of(jobs, [](const auto& job) { return is_of_the_disk(job->failure()); });
      writes_.over(jobs);
      finish_all(post_, std::move(jobs));
      writer.maybe_sort(writes_.is_empty());
      const auto checkpoint = writer.maybe_checkpoint();
      if (checkpoint == SqliteWriter::Checkpoint::done) ++checkpoints_;
      if (checkpoint == SqliteWriter::Checkpoint::failed) ++failed_checkpoints_;
      if (checkpoint == SqliteWriter::Checkpoint::wished) checkpointer_->ask();
      // Where many wait, a moment more makes fewer and larger transactions; one alone never waits.
      if (count >= options_.many_in_a_commit) std::this_thread::sleep_until(begun + options_.pause_of_many);
    }
  }

  void read_all(std::unique_ptr<Connection> connection) {
    for (Jobs jobs = reads_.take(most_reads_together); !jobs.empty(); jobs = reads_.take(most_reads_together)) {
      connection->begin_reading();
      for (const auto& job : jobs) {
        if (connection->has_failed()) {
          job->fail(connection->take_failure());
        } else {
          job->run(*connection);
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
  JobQueue writes_;
  JobQueue reads_;
  std::atomic<std::uint64_t> writes_done_ = 0;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<std::uint64_t> checkpoints_ = 0;
  std::atomic<std::uint64_t> failed_checkpoints_ = 0;
  std::atomic<bool> is_failing_ = false;
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

Opened open_writer(const SqliteOptions& options) {
  auto opened =
      configured(Connection::open(options.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE), options.cache_kibibytes);
  if (!opened) return opened;
  Connection& connection = **opened;
  // Before anything is changed in it: is it ours?
  if (const auto mark = read_mark(connection); !mark) return std::unexpected(mark.error());
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

}  // namespace

Outcome<std::unique_ptr<SqliteStore>> open_sqlite(SqliteOptions options, Post post) {
  Outcome<FileLock> lock = options.is_read_only ? Outcome<FileLock>(FileLock::none()) : FileLock::take(options.path);
  if (!lock) return std::unexpected(lock.error());
  // Only where this process is the one that writes can it know what lies where.
  auto fresh = lock->is_held() ? std::make_shared<FreshEvents>() : nullptr;
  std::unique_ptr<Connection> writer;
  std::unique_ptr<Connection> checkpointer;
  if (!options.is_read_only) {
    auto opened = open_writer(options);
    if (!opened && !lock->is_held() && opened.error().kind == FailureKind::broken) {
      return std::unexpected(
          Failure{FailureKind::read_only,
                  fmt::format("{} is in a folder that can't be written, and the store can't be opened there: {}",
                              options.path, opened.error().text)});
    }
    if (!opened) return std::unexpected(with_path(options.path, opened.error()));
    writer = std::move(*opened);
    // What a server that was killed has left. Where it cannot be sorted, it is looked through at each reading.
    if (writer->is_read_only() || !sqlite::sort_fresh_events(*writer)) fresh = nullptr;
    writer->share(fresh);
    auto beside = Connection::open(options.path, SQLITE_OPEN_READWRITE);
    if (!beside) return std::unexpected(with_path(options.path, beside.error()));
    checkpointer = std::move(*beside);
    checkpointer->execute("PRAGMA synchronous = FULL");
    if (checkpointer->has_failed()) return std::unexpected(with_path(options.path, checkpointer->take_failure()));
  }
  std::vector<std::unique_ptr<Connection>> readers;
  for (int reader = 0; reader < std::max(options.readers, 1); ++reader) {
    auto opened = configured(Connection::open(options.path, SQLITE_OPEN_READONLY), options.cache_kibibytes / 4);
    if (!opened) return std::unexpected(with_path(options.path, opened.error()));
    if (const auto mark = read_mark(**opened); !mark) {
      return std::unexpected(with_path(options.path, mark.error()));
    } else if (mark->version != schema_version()) {
      return std::unexpected(
          Failure{FailureKind::broken, fmt::format("{}: the store has version {}, this program reads {}", options.path,
                                                   mark->version, schema_version())});
    }
    (*opened)->share(fresh);
    readers.push_back(std::move(*opened));
  }
  return std::make_unique<Home>(std::move(options), std::move(post), std::move(*lock), std::move(writer),
                                std::move(checkpointer), std::move(readers));
}

}  // namespace crownstar::store
