#include "site/store/sqlite/integrity/store_check.hpp"

#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include "site/store/sqlite/packed_events.hpp"

namespace crownstar::store {
namespace {

constexpr int steps_between = 20'000;  // of SQLite's machine, between two looks at the time: less than a millisecond
constexpr std::chrono::milliseconds pause_for_others{5};
constexpr int niceness = 19;

}  // namespace

StoreCheck::StoreCheck(std::unique_ptr<Connection> connection, std::function<bool()> is_quiet, StoreCheckTerms terms)
    : connection_(std::move(connection)), is_quiet_(std::move(is_quiet)), terms_(terms) {
  look_at_once();
  thread_ = std::thread([this] { work(); });
}

StoreCheck::~StoreCheck() { close(); }

void StoreCheck::look_at_once() {
  sqlite3_progress_handler(connection_->raw(), steps_between, go_on, this);
  ends_by_ = std::chrono::steady_clock::now() + terms_.first_look;
  look("PRAGMA quick_check(1)");
  is_first_ = false;
}

void StoreCheck::close() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  closing_.notify_one();
  thread_.join();
  connection_.reset();
}

std::string StoreCheck::damage() const {
  const std::lock_guard lock(mutex_);
  return damage_;
}

void StoreCheck::note(std::string damage) {
  const std::lock_guard lock(mutex_);
  if (damage_.empty()) damage_ = std::move(damage);
}

// Anything but 0 stops what SQLite is doing.
int StoreCheck::go_on(void* self) {
  auto& check = *static_cast<StoreCheck*>(self);
  const auto is_over = [&] { return check.is_closed_ || std::chrono::steady_clock::now() > check.ends_by_; };
  while (!check.is_first_ && !is_over() && !check.is_quiet_()) std::this_thread::sleep_for(pause_for_others);
  return is_over() ? 1 : 0;
}

bool StoreCheck::look(std::string_view check) {
  connection_->each(check, [&](const Row& row) {
    if (std::string line = row.text(0); line != "ok") note(std::move(line));
  });
  return came_to_an_end();
}

bool StoreCheck::came_to_an_end() {
  if (!connection_->has_failed()) return true;
  const bool was_stopped = sqlite3_extended_errcode(connection_->raw()) == SQLITE_INTERRUPT;
  std::string reason = connection_->take_failure().text;
  if (!was_stopped) note(std::move(reason));
  return !was_stopped;
}

bool StoreCheck::look_at_events() {
  connection_->each("SELECT match, number, kind, body, sum FROM events WHERE sum IS NOT NULL", [&](const Row& row) {
    const std::int64_t sum = sqlite::sum_of_events(row.integer(0), row.integer(1), row.bytes(2), row.bytes(3));
    if (sum == row.integer(4)) return;
    note(fmt::format("events from {} on of the match with the key {} have not the checksum that they were written with",
                     row.integer(1), row.integer(0)));
  });
  connection_->each("SELECT key, events, sum FROM fresh_batches WHERE sum IS NOT NULL", [&](const Row& row) {
    if (sqlite::sum_of_batch(row.bytes(1)) == row.integer(2)) return;
    note(fmt::format("the events of the append log's row {} have not the checksum that they were written with",
                     row.integer(0)));
  });
  return came_to_an_end();
}

void StoreCheck::work() {
  ::setpriority(PRIO_PROCESS, 0, niceness);  // of this thread alone
  std::unique_lock lock(mutex_);
  auto wait = terms_.wait;
  while (!closing_.wait_for(lock, wait, [this] { return is_closed_.load(); })) {
    lock.unlock();
    ends_by_ = std::chrono::steady_clock::now() + terms_.longest;
    const bool was_whole = look("PRAGMA integrity_check(1)") && look_at_events();
    if (was_whole) ++whole_looks_;
    wait = was_whole ? terms_.every : terms_.again;
    lock.lock();
  }
}

}  // namespace crownstar::store
