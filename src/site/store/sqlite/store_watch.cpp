#include "site/store/sqlite/store_watch.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include <fmt/format.h>
#include <sys/stat.h>

namespace crownstar::store {
namespace {

constexpr std::chrono::milliseconds look_every{500};

}  // namespace

StoreWatch::StoreWatch(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
  // It must have read once, or it could not read a file that is gone.
  connection_->execute("SELECT count(*) FROM sqlite_schema");
  const char* const file = sqlite3_db_filename(connection_->raw(), "main");
  const std::string path = file == nullptr ? "" : file;
  files_ = {{path}, {path + "-wal"}, {path + "-shm"}};
  look();
  thread_ = std::thread([this] { work(); });
}

StoreWatch::~StoreWatch() { close(); }

void StoreWatch::close() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  closing_.notify_one();
  thread_.join();
  connection_.reset();
}

std::string StoreWatch::look() {
  const std::lock_guard lock(mutex_);
  trouble_.clear();
  for (File& file : files_) {
    if (trouble_.empty()) trouble_ = trouble_with(file);
  }
  return trouble_;
}

std::string StoreWatch::trouble_with(File& file) {
  struct stat status{};
  const bool is_there = ::stat(file.path.c_str(), &status) == 0;
  if (is_there && !std::exchange(file.is_known, true)) {
    file.device = status.st_dev;
    file.number = status.st_ino;
  }
  if (!file.is_known) return "";
  const bool is_same = is_there && status.st_dev == file.device && status.st_ino == file.number;
  if (!is_same) {
    return fmt::format("{} was {} while it was served; put the same file back, or stop this server", file.path,
                       is_there ? "replaced by another file" : "deleted or moved");
  }
  if (!has_shrunk(file, status.st_size)) return "";
  return fmt::format("{} was cut short or written over while it was served; stop this server and restore a backup",
                     file.path);
}

// The store only grows: nothing here vacuums it. Another program that copies a file over it first makes it empty.
bool StoreWatch::has_shrunk(const File& file, off_t size) {
  if (&file != &files_.front()) return false;
  if (size < size_) has_shrunk_ = true;
  size_ = std::max(size_, size);
  return has_shrunk_;
}

std::string StoreWatch::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_.empty() || saved_.empty() ? trouble_ : fmt::format("{} ({})", trouble_, saved_);
}

void StoreWatch::save_copy() {
  const std::string target = fmt::format("{}.saved-{}", files_.front().path, std::time(nullptr));
  connection_->change("VACUUM INTO ?1", target);
  const bool is_saved = !connection_->has_failed();
  const std::string reason = is_saved ? "" : connection_->take_failure().text;
  const std::lock_guard lock(mutex_);
  saved_ = is_saved ? fmt::format("what it held is saved as {}", target)
                    : fmt::format("what it held could not be saved: {}", reason);
}

void StoreWatch::work() {
  bool was_saved = false;
  std::unique_lock lock(mutex_);
  while (!closing_.wait_for(lock, look_every, [this] { return is_closed_; })) {
    lock.unlock();
    const bool is_gone = !look().empty();
    if (is_gone && !was_saved) save_copy();
    was_saved = is_gone;
    lock.lock();
  }
}

}  // namespace crownstar::store
