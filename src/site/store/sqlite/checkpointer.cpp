#include "site/store/sqlite/checkpointer.hpp"

#include <utility>

namespace crownstar::store {

bool checkpoint_log(Connection& connection, bool is_alone) {
  int in_log = 0;
  int folded = 0;
  const int code = sqlite3_wal_checkpoint_v2(connection.raw(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_log, &folded);
  // Busy: the other one is at it.
  if (code == SQLITE_BUSY) return true;
  return code == SQLITE_OK && (!is_alone || folded == in_log);
}

Checkpointer::Checkpointer(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)), thread_([this] { work(); }) {}

Checkpointer::~Checkpointer() { stop(); }

void Checkpointer::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  asked_.notify_one();
  thread_.join();
}

void Checkpointer::ask() {
  {
    const std::lock_guard lock(mutex_);
    is_asked_ = true;
  }
  asked_.notify_one();
}

bool Checkpointer::end_log() {
  stop();
  return sqlite3_wal_checkpoint_v2(connection_->raw(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr) ==
         SQLITE_OK;
}

void Checkpointer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, [this] { return is_asked_ || is_closed_; });
    if (is_closed_) return;
    is_asked_ = false;
    lock.unlock();
    ++(checkpoint_log(*connection_, false) ? done_ : failed_);
    lock.lock();
  }
}

}  // namespace crownstar::store
