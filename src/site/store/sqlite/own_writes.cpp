#include "site/store/sqlite/own_writes.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace crownstar::store {
namespace {

constexpr std::size_t pages_kept = 9;  // the first, and eight more
constexpr int pages_at_start = 8;
constexpr sqlite3_int64 page_at_start = 4096;  // whatever the store's own pages are
constexpr int checkpoint_lock = 1;             // its place among SQLite's locks in shared memory (walformat.html)

}  // namespace

OwnWrites::OwnWrites(int file, bool has_sure_times)
    : file_(file), has_sure_times_(has_sure_times), system_(sqlite3_vfs_find(nullptr)), vfs_(*system_) {
  static std::atomic<int> number = 0;
  name_ = fmt::format("own-writes-{}", number++);
  vfs_.zName = name_.c_str();
  vfs_.szOsFile = static_cast<int>(sizeof(WrappedFile)) + system_->szOsFile;
  vfs_.pNext = nullptr;
  vfs_.pAppData = this;
  vfs_.xOpen = open;
  sqlite3_vfs_register(&vfs_, 0);
}

OwnWrites::~OwnWrites() { sqlite3_vfs_unregister(&vfs_); }

bool OwnWrites::fold_alone(sqlite3_file* holder) {
  const std::lock_guard lock(mutex_);
  if (holder_ != nullptr) return true;
  const int code = holder->pMethods->xShmLock(holder, checkpoint_lock, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
  if (code != SQLITE_OK) return false;
  holder_ = holder;
  pages_.clear();
  order_.clear();
  left_ = state();
  const sqlite3_int64 last = std::max<sqlite3_int64>(0, left_.size / page_at_start - 1);
  for (int page = 0; page < pages_at_start; ++page) {
    const sqlite3_int64 offset = last * page / (pages_at_start - 1) * page_at_start;
    if (auto bytes = read(offset, page_at_start); bytes && !bytes->empty()) remember(offset, *std::move(bytes));
  }
  return true;
}

void OwnWrites::stop_folding_alone() {
  std::unique_lock lock(mutex_);
  if (holder_ == nullptr) return;
  folded_.wait(lock, [this] { return folding_ == nullptr; });
  holder_->pMethods->xShmLock(holder_, checkpoint_lock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
  holder_ = nullptr;
}

// The lock for checkpoints is held already, and need only be shared out among ours.
int OwnWrites::lock_memory(sqlite3_file* wrapped_file, int offset, int count, int flags) {
  sqlite3_file* const file = real(wrapped_file);
  const std::lock_guard lock(mutex_);
  const bool is_lent = folding_ == wrapped_file;
  const bool is_unlocking = (flags & SQLITE_SHM_UNLOCK) != 0;
  const bool is_of_others = offset != checkpoint_lock || (is_unlocking ? !is_lent : holder_ == nullptr);
  if (is_of_others) return file->pMethods->xShmLock(file, offset, count, flags);
  if (!is_unlocking && folding_ != nullptr) return SQLITE_BUSY;
  // Before anything is written over pages that are compared.
  if (!is_unlocking && !is_foreign_) is_foreign_ = !do_pages_match();
  // With others beside it where the log's index is made anew.
  const int code = count == 1 ? SQLITE_OK : file->pMethods->xShmLock(file, offset + 1, count - 1, flags);
  if (code == SQLITE_OK) folding_ = is_unlocking ? nullptr : wrapped_file;
  if (folding_ == nullptr) folded_.notify_all();
  return code;
}

int OwnWrites::open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  auto* owner = static_cast<OwnWrites*>(vfs->pAppData);
  sqlite3_vfs* system = owner->system_;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return system->xOpen(system, name, file, flags, flags_out);
  WrappedFile& own = wrapped(file);
  own.base.pMethods = nullptr;
  own.owner = owner;
  const int code = system->xOpen(system, name, own.real(), flags, flags_out);
  if (own.real()->pMethods == nullptr) return code;
  static const sqlite3_io_methods wrapping = methods();
  own.base.pMethods = &wrapping;
  return code;
}

sqlite3_io_methods OwnWrites::methods() {
  sqlite3_io_methods own{};
  own.iVersion = 2;  // no mapping of the file, whose writes would pass us by
  own.xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); };
  own.xRead = [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
    return real(f)->pMethods->xRead(real(f), to, size, at);
  };
  own.xWrite = [](sqlite3_file* f, const void* bytes, int size, sqlite3_int64 at) {
    return wrapped(f).owner->write(real(f), bytes, size, at);
  };
  own.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) { return wrapped(f).owner->truncate(real(f), size); };
  own.xSync = [](sqlite3_file* f, int flags) { return real(f)->pMethods->xSync(real(f), flags); };
  own.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); };
  own.xLock = [](sqlite3_file* f, int how) { return real(f)->pMethods->xLock(real(f), how); };
  own.xUnlock = [](sqlite3_file* f, int how) { return real(f)->pMethods->xUnlock(real(f), how); };
  own.xCheckReservedLock = [](sqlite3_file* f, int* out) {
    return real(f)->pMethods->xCheckReservedLock(real(f), out);
  };
  own.xFileControl = [](sqlite3_file* f, int what, void* with) {
    // Only a hint, and with it the file might grow.
    if (what == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
    return real(f)->pMethods->xFileControl(real(f), what, with);
  };
  own.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
  own.xDeviceCharacteristics = [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); };
  own.xShmMap = [](sqlite3_file* f, int region, int size, int extend, void volatile** out) {
    return real(f)->pMethods->xShmMap(real(f), region, size, extend, out);
  };
  own.xShmLock = [](sqlite3_file* f, int offset, int count, int flags) {
    return wrapped(f).owner->lock_memory(f, offset, count, flags);
  };
  own.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
  own.xShmUnmap = [](sqlite3_file* f, int is_deleted) { return real(f)->pMethods->xShmUnmap(real(f), is_deleted); };
  return own;
}

// Nothing is written into a file that is not ours any more: the log still has what was committed last.
int OwnWrites::write(sqlite3_file* to, const void* bytes, int size, sqlite3_int64 offset) {
  const std::lock_guard lock(mutex_);
  if (!is_as_left()) return SQLITE_IOERR_WRITE;
  const int code = to->pMethods->xWrite(to, bytes, size, offset);
  forget(offset, offset + size);
  if (code == SQLITE_OK) {
    remember(offset, std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)));
  }
  left_ = state();
  return code;
}

int OwnWrites::truncate(sqlite3_file* file, sqlite3_int64 size) {
  const std::lock_guard lock(mutex_);
  if (!is_as_left()) return SQLITE_IOERR_TRUNCATE;
  const int code = file->pMethods->xTruncate(file, size);
  forget(size, std::numeric_limits<sqlite3_int64>::max());
  left_ = state();
  return code;
}

OwnWrites::State OwnWrites::state() const {
  struct stat status{};
  if (::fstat(file_, &status) != 0) return {};
  if (!has_sure_times_) return {.size = status.st_size};
  return {.seconds = status.st_mtim.tv_sec, .nanoseconds = status.st_mtim.tv_nsec, .size = status.st_size};
}

bool OwnWrites::is_as_left() {
  if (!is_foreign_ && holder_ != nullptr) is_foreign_ = state() != left_;
  return !is_foreign_;
}

bool OwnWrites::are_all(bool reads) {
  const std::lock_guard lock(mutex_);
  if (is_as_left() && reads && holder_ != nullptr) is_foreign_ = !do_pages_match();
  return !is_foreign_;
}

bool OwnWrites::do_pages_match() {
  return std::ranges::all_of(pages_, [this](const auto& page) {
    const auto now = read(page.first, page.second.size());
    return !now || *now == page.second;  // a disk that cannot be read just now is another trouble
  });
}

// Shorter where the file ends.
std::optional<std::string> OwnWrites::read(sqlite3_int64 offset, std::size_t size) const {
  std::string bytes(size, '\0');
  const ssize_t count = ::pread(file_, bytes.data(), size, offset);
  if (count < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

void OwnWrites::remember(sqlite3_int64 offset, std::string bytes) {
  pages_[offset] = std::move(bytes);
  std::erase(order_, offset);
  if (offset != 0) order_.push_back(offset);
  if (order_.size() < pages_kept) return;
  pages_.erase(order_.front());
  order_.erase(order_.begin());
}

// What overlaps with this part of the file.
void OwnWrites::forget(sqlite3_int64 offset, sqlite3_int64 end) {
  std::erase_if(pages_, [&](const auto& page) {
    const bool is_over = page.first < end && page.first + static_cast<sqlite3_int64>(page.second.size()) > offset;
    if (is_over) std::erase(order_, page.first);
    return is_over;
  });
}

}  // namespace crownstar::store
