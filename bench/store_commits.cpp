// Measures how many events a second go through the store's port, acknowledged when they are synced, with 1, 16, 256 and
// 2000 matches in flight (each asks for its next event when the last one is acknowledged). Beside it, in the same run
// and folder: the bare rate of synced commits of one row, and of rows in large batches that are not synced.
// `--seconds S` for each measurement, `--folder F` where the files are made (a disk, not a memory disk).

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

#include "give_up.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/schema.hpp"

namespace {

std::atomic<std::uint64_t> syncs = 0;

}  // namespace

// The program's own stand before the system's, in SQLite too: so they are counted.
extern "C" int fsync(int fd) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fsync, fd));
}
extern "C" int fdatasync(int fildes) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fdatasync, fildes));
}

namespace {

using crownstar::give_up;
using crownstar::store::Append;
using crownstar::store::Bytes;
using crownstar::store::Connection;
using crownstar::store::MatchHeader;
using crownstar::store::open_sqlite;
using crownstar::store::Outcome;
using crownstar::store::SqliteStore;
using crownstar::store::StoreFigures;
using Clock = std::chrono::steady_clock;

// What a move takes in the file: its text, the moment, the time spent.
constexpr std::string_view body = R"({"m":"32-28","at":1700000000123,"spent":2345})";

struct Settings {
  double seconds = 3;
  std::string folder = ".";
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void remove_store(const std::string& path) {
  for (const char* beside : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(path + beside);
}

// Rows a second into the table of events as the store has it, without the store: so many a commit.
double bare_rate(const Settings& settings, bool is_synced, int rows_a_commit) {
  const std::string path = settings.folder + "/store_commits_bare.db";
  remove_store(path);
  double rate = 0;
  {
    auto opened = Connection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!opened) give_up(opened.error().text);
    Connection& connection = **opened;
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA cache_size = -32768");
    if (!migrate(connection, crownstar::store::schema_steps())) give_up("the bare file can't be made");
    connection.execute(is_synced ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
    const auto start = Clock::now();
    std::int64_t rows = 0;
    while (seconds_since(start) < settings.seconds) {
      connection.change("BEGIN IMMEDIATE");
      for (int row = 0; row < rows_a_commit; ++row, ++rows) {
        connection.change("INSERT INTO events(match, number, kind, body) VALUES(?1, ?2, ?3, ?4)", rows / 60, rows % 60,
                          "moved", Bytes{body});
      }
      connection.change("COMMIT");
    }
    rate = static_cast<double>(rows) / seconds_since(start);
    if (connection.has_failed()) give_up(connection.take_failure().text);
  }
  remove_store(path);
  return rate;
}

// The event loop thread: what the store posts is run one after the other.
class TestLoop {
 public:
  void post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    arrival_.notify_one();
  }
  void run_one() {
    std::unique_lock lock(mutex_);
    arrival_.wait(lock, [this] { return !work_.empty(); });
    const std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> work_;
};

class Load {
 public:
  Load(const Settings& settings, int matches) : settings_(settings), path_(settings.folder + "/store_commits.db") {
    remove_store(path_);
    auto opened = open_sqlite({.path = path_}, [this](std::function<void()> work) { loop_.post(std::move(work)); });
    if (!opened) give_up(opened.error().text);
    store_ = std::move(*opened);
    for (int match = 0; match < matches; ++match) {
      next_.push_back(1);
      ids_.push_back("match" + std::to_string(match));
      MatchHeader header{.id = ids_.back(), .game = "american", .family = "draughts", .speed = "blitz"};
      store_->create_match(std::move(header), {{"created", std::string(body)}},
                           [this](auto outcome) { note(outcome); });
    }
    while (stored_ < next_.size()) loop_.run_one();
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() {
    store_.reset();
    remove_store(path_);
  }

  void run(double bare_commits) {
    stored_ = 0;
    const StoreFigures before = store_->figures();
    const std::uint64_t syncs_before = syncs;
    const auto start = Clock::now();
    is_on_ = true;
    for (std::size_t match = 0; match < next_.size(); ++match) append(match);
    while (seconds_since(start) < settings_.seconds) loop_.run_one();
    const double seconds = seconds_since(start);
    const auto events = static_cast<double>(stored_);
    const StoreFigures after = store_->figures();
    const auto commits = static_cast<double>(after.commits - before.commits);
    std::printf(
        "%5zu in flight: %8.0f events/s, %6.0f commits/s, %6.1f events a commit, %5.2f syncs a commit,"
        " %5.1f x the bare commits, hand-over %4.0f ns\n",
        next_.size(), events / seconds, commits / seconds, events / commits,
        static_cast<double>(syncs - syncs_before) / commits, events / seconds / bare_commits,
        std::chrono::duration<double, std::nano>(handing_over_).count() / static_cast<double>(handed_over_));
    std::fflush(stdout);
    is_on_ = false;
    while (under_way_ > 0) loop_.run_one();
  }

 private:
  void note(const Outcome<void>& outcome) {
    if (!outcome) give_up(outcome.error().text);
    ++stored_;
  }

  void append(std::size_t match) {
    Append append{ids_[match], next_[match]++, {{"moved", std::string(body)}}, {}, {}};
    ++under_way_;
    const auto start = Clock::now();
    store_->append(std::move(append), [this, match](const Outcome<void>& outcome) {
      note(outcome);
      --under_way_;
      if (is_on_) this->append(match);
    });
    handing_over_ += Clock::now() - start;
    ++handed_over_;
  }

  const Settings& settings_;
  std::string path_;
  TestLoop loop_;
  std::unique_ptr<SqliteStore> store_;
  std::vector<std::string> ids_;
  std::vector<int> next_;
  std::uint64_t stored_ = 0;
  std::uint64_t handed_over_ = 0;
  Clock::duration handing_over_{};
  int under_way_ = 0;
  bool is_on_ = false;
};

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  for (int at = 1; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--seconds") settings.seconds = std::atof(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
  }
  const double bare_commits = bare_rate(settings, true, 1);
  std::printf("bare, synced, a row a commit:      %8.0f rows/s\n", bare_commits);
  const double bare_rows = bare_rate(settings, false, 10'000);
  std::printf("bare, not synced, 10000 a commit:  %8.0f rows/s, %.0f x\n", bare_rows, bare_rows / bare_commits);
  std::fflush(stdout);
  for (const int matches : {1, 16, 256, 2000}) Load(settings, matches).run(bare_commits);
}
