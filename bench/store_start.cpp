// Measures what a start of the server waits for in the store: opening it, finding the running matches, reading their
// events. First with the running matches alone in the file, then with a million finished games before them.
// `--games N`, `--events E` a game, `--running R`, `--folder F` where the file is made (30 events each: some 2.5
// gigabytes), `--keep 1` to leave it there, for server_start.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/statements/match_statements.hpp"

namespace {

using crownstar::store::Connection;
using crownstar::store::EventRow;
using crownstar::store::Instant;
using crownstar::store::MatchHeader;
using crownstar::store::MatchPage;
using crownstar::store::MatchState;
using crownstar::store::open_sqlite;
using crownstar::store::Outcome;
using crownstar::store::PageRequest;
using crownstar::store::PlayerKind;
using crownstar::store::SeatRow;
using crownstar::store::Store;
using Clock = std::chrono::steady_clock;

struct Settings {
  int games = 1'000'000;
  int events = 30;
  int running = 2'000;
  std::string folder = ".";
  bool is_kept = false;
};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void give_up(const std::string& reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::exit(1);
}

void remove_store(const std::string& path) {
  for (const char* beside : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(path + beside);
}

// Written past the port, unsynced: what is measured is the start, not this.
void fill(const std::string& path, int first, int count, const Settings& settings, MatchState state) {
  auto opened = Connection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!opened) give_up(opened.error().text);
  Connection& connection = **opened;
  connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144");
  if (!migrate(connection, crownstar::store::schema_steps())) give_up("the file can't be made");
  std::vector<EventRow> events(static_cast<std::size_t>(settings.events),
                               {"moved", R"({"m":"32-28","at":1700000000123,"spent":2345})"});
  connection.change("BEGIN");
  for (int match = first; match < first + count; ++match) {
    MatchHeader header{
        .id = "match" + std::to_string(match), .game = "american", .family = "draughts", .speed = "blitz"};
    header.state = state;
    header.created = header.updated = Instant(std::chrono::milliseconds(match));
    const auto player = [&](int seat) {
      const std::string name = "player" + std::to_string((match * 7 + seat * 13) % 50'000);
      return SeatRow{.seat = seat, .kind = PlayerKind::guest, .player = name, .name = name};
    };
    header.seats = {player(0), player(1)};
    crownstar::store::MatchStatements<crownstar::store::Connection>::create_match(connection, header, events);
    if (match % 20'000 != 0) continue;
    connection.change("COMMIT");
    connection.change("BEGIN");
  }
  connection.change("COMMIT");
  if (connection.has_failed()) give_up(connection.take_failure().text);
}

class TestLoop {
 public:
  void post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    arrival_.notify_one();
  }
  void run_until(const std::function<bool()>& is_reached) {
    while (!is_reached()) {
      std::unique_lock lock(mutex_);
      arrival_.wait(lock, [this] { return !work_.empty(); });
      const auto all = std::exchange(work_, {});
      lock.unlock();
      for (const auto& work : all) work();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  std::vector<std::function<void()>> work_;
};

void measure_start(const std::string& path, const char* what) {
  TestLoop loop;
  const auto start = Clock::now();
  auto opened = open_sqlite({.path = path}, [&](std::function<void()> work) { loop.post(std::move(work)); });
  if (!opened) give_up(opened.error().text);
  const double opening = milliseconds_since(start);
  Store& store = **opened;
  std::vector<std::string> running;
  PageRequest request{.after = {}, .limit = crownstar::limits::rows_a_page};
  do {
    bool is_here = false;
    store.unfinished_matches(request, [&](Outcome<MatchPage> page) {
      if (!page) give_up(page.error().text);
      for (const MatchHeader& header : page->matches) running.push_back(header.id);
      request.after = page->next;
      is_here = true;
    });
    loop.run_until([&] { return is_here; });
  } while (!request.after.empty());
  const double found = milliseconds_since(start);
  std::size_t read = 0;
  std::size_t events = 0;
  for (const std::string& match : running) {
    store.events(match, 0, 100'000, [&](const Outcome<std::vector<EventRow>>& rows) {
      if (!rows) give_up(rows.error().text);
      ++read;
      events += rows->size();
    });
  }
  loop.run_until([&] { return read == running.size(); });
  std::printf(
      "%-22s %5.0f megabytes: open after %6.1f ms, %zu running matches known after %6.1f ms, their %zu events read"
      " after %6.1f ms\n",
      what, static_cast<double>(std::filesystem::file_size(path)) / 1e6, opening, running.size(), found, events,
      milliseconds_since(start));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  for (int at = 1; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--games") settings.games = std::atoi(arguments[at + 1]);
    if (name == "--events") settings.events = std::atoi(arguments[at + 1]);
    if (name == "--running") settings.running = std::atoi(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
    if (name == "--keep") settings.is_kept = std::atoi(arguments[at + 1]) != 0;
  }
  const std::string path = settings.folder + "/store_start.db";
  remove_store(path);
  fill(path, 0, settings.running, settings, MatchState::running);
  measure_start(path, "running games alone");
  remove_store(path);
  fill(path, 0, settings.games, settings, MatchState::over);
  fill(path, settings.games, settings.running, settings, MatchState::running);
  measure_start(path, "after finished games");
  measure_start(path, "again");
  if (!settings.is_kept) remove_store(path);
}
