#include "site/store/sqlite/integrity/store_watch.hpp"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "site/store/sqlite/integrity/wal_index.hpp"

namespace crownstar::store {
namespace {

constexpr std::chrono::milliseconds look_every{500};
constexpr int region_of_memory = 32'768;  // as SQLite divides it

// Null: it has no shared memory, or none is needed.
sqlite3_file* file_of(const Connection& connection) {
  sqlite3_file* file = nullptr;
  const int code = sqlite3_file_control(connection.raw(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  const bool is_open = code == SQLITE_OK && file != nullptr && file->pMethods != nullptr;
  return is_open && file->pMethods->iVersion >= 2 ? file : nullptr;
}

// What all connections of the file share; null where there is no log.
const volatile void* index_memory(sqlite3_file* file) {
  volatile void* memory = nullptr;
  const bool is_there = file != nullptr && file->pMethods->xShmMap(file, 0, region_of_memory, 0, &memory) == SQLITE_OK;
  return is_there ? memory : nullptr;
}

// A connection must have read once, or it could not read a file that is gone.
const volatile void* index_after_reading(Connection& connection) {
  connection.execute("SELECT count(*) FROM sqlite_schema");
  return index_memory(file_of(connection));
}

std::uint64_t size_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

StoreWatch::StoreWatch(std::unique_ptr<Connection> connection, std::shared_ptr<OwnWrites> own)
    : connection_(std::move(connection)), own_(std::move(own)), memory_(index_after_reading(*connection_)) {
  const char* const file = sqlite3_db_filename(connection_->raw(), "main");
  const std::string path = file == nullptr ? "" : file;
  files_ = {{path}, {path + "-wal"}, {path + "-shm"}};
  look(Depth::whole);
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
  const std::lock_guard lock(mutex_);
  memory_ = nullptr;
  if (own_) own_->stop_folding_alone();
  connection_.reset();
}

std::string StoreWatch::look() { return look(Depth::quick); }

std::string StoreWatch::look(Depth depth) {
  const std::lock_guard lock(mutex_);
  trouble_.clear();
  for (File& file : files_) {
    if (trouble_.empty()) trouble_ = trouble_with(file);
  }
  if (trouble_.empty() && is_written_over(depth)) {
    trouble_ = fmt::format(
        "{} was written over, cut short or damaged by another program while it was served; stop this server, and "
        "restore a backup unless `crownstar check` finds nothing",
        lost_);
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
  if (is_there && status.st_dev == file.device && status.st_ino == file.number) return "";
  return fmt::format("{} was {} while it was served; put the same file back, or stop this server", file.path,
                     is_there ? "replaced by another file" : "deleted or moved");
}

bool StoreWatch::is_written_over(Depth depth) {
  if (!lost_.empty()) return true;
  if (own_ && memory_ != nullptr && depth == Depth::whole) own_->fold_alone(file_of(*connection_));
  if (own_ && !own_->are_all(depth == Depth::whole)) {
    lost_ = files_[0].path;
  } else if (is_log_cut(depth)) {
    lost_ = files_[1].path;
  }
  return !lost_.empty();
}

// What was committed last must be in the log's file. A commit is in the file before it is in the index, so the file is
// looked at after the index.
bool StoreWatch::is_log_cut(Depth depth) {
  const auto index = read_wal_index(memory_);
  const File& log = files_[1];
  if (!index || !log.is_known) return false;
  const bool is_whole =
      size_of(log.path) >= index->log_size() && (depth == Depth::quick || is_log_of(*index, log.path));
  if (is_whole) return false;
  // It may have started anew meanwhile; then the next look tells.
  const auto now = read_wal_index(memory_);
  return now && now->salt == index->salt && now->frames == index->frames;
}

std::string StoreWatch::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_.empty() || saved_.empty() ? trouble_ : fmt::format("{} ({})", trouble_, saved_);
}

bool StoreWatch::is_store_gone() const {
  const std::lock_guard lock(mutex_);
  File store = files_.front();
  return lost_.empty() && !trouble_with(store).empty();
}

bool StoreWatch::has_saved() const {
  const std::lock_guard lock(mutex_);
  return has_saved_;
}

void StoreWatch::remove_log() {
  const std::lock_guard lock(mutex_);
  for (File& file : std::span(files_).last(2)) {
    if (file.is_known && trouble_with(file).empty()) ::unlink(file.path.c_str());
  }
}

bool StoreWatch::can_be_saved() const {
  const std::lock_guard lock(mutex_);
  return lost_.empty();
}

void StoreWatch::save_copy() {
  const std::string target = fmt::format("{}.saved-{}", files_.front().path, std::time(nullptr));
  const std::string partial = target + ".partial";
  connection_->change("VACUUM INTO ?1", partial);
  std::string reason = connection_->has_failed() ? connection_->take_failure().text : "";
  std::error_code problem;
  if (reason.empty()) std::filesystem::rename(partial, target, problem);
  if (problem) reason = problem.message();
  const bool is_saved = reason.empty();
  if (!is_saved) ::unlink(partial.c_str());  // nobody is to take it for what was in the store
  const std::lock_guard lock(mutex_);
  has_saved_ = is_saved;
  saved_ = is_saved ? fmt::format("what it held is saved as {}", target)
                    : fmt::format("what it held could not be saved: {}", reason);
}

void StoreWatch::work() {
  bool was_saved = false;
  std::unique_lock lock(mutex_);
  while (!closing_.wait_for(lock, look_every, [this] { return is_closed_; })) {
    lock.unlock();
    const bool is_gone = !look(Depth::whole).empty();
    // What a connection reads of a file that was written over is not what was in it.
    if (is_gone && !was_saved && can_be_saved()) save_copy();
    was_saved = is_gone;
    lock.lock();
  }
}

}  // namespace crownstar::store
