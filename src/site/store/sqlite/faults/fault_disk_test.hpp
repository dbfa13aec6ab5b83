// A disk and a memory beneath SQLite that fail at one chosen moment. For tests, in a process of their own: there is no
// way back.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <execinfo.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace crownstar::store::faults {

enum class Kind : std::uint8_t {
  write,       // nothing is written, and the disk says so
  torn_write,  // half is written, and the disk says so
  full,        // nothing is written: there is no room
  sync,
  open,
  truncate,
  remove,
  memory,  // SQLite gets none
  power,   // at a write or a sync everything stops, and what was not synced is there, or not, or half
  slow,    // a write or a sync is late, and nothing fails
};
inline constexpr std::array<std::string_view, 10> kind_names{"write",    "torn_write", "full",   "sync",  "open",
                                                             "truncate", "remove",     "memory", "power", "slow"};

struct Plan {
  Kind kind = Kind::write;
  std::int64_t number = -1;   // the how-manieth of its kind, from 0; -1: none fails
  bool stays = false;         // all that follow fail too
  bool notes_places = false;  // from where each piece of memory is asked for
};

inline constexpr int power_exit = 9;

struct FaultFile {
  sqlite3_file base;
  std::string* path;  // null: a temporary one
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

class FaultDisk {
 public:
  // Once for a process, before anything is opened in it.
  static void install(const Plan& plan) {
    it().plan_ = plan;
    if (plan.kind == Kind::memory) install_memory();
    it().real_ = sqlite3_vfs_find("unix");
    sqlite3_vfs& own = it().vfs_;
    own = *it().real_;
    own.zName = "faults";
    own.szOsFile = static_cast<int>(sizeof(FaultFile)) + it().real_->szOsFile;
    own.pNext = nullptr;
    own.xOpen = open;
    own.xDelete = remove;
    sqlite3_vfs_register(&own, 1);
    it().is_armed_ = true;
  }
  static std::int64_t count(Kind kind) { return it().counts_[static_cast<std::size_t>(kind)]; }
  // For each piece of memory a number for the place that asked for it, and who called that.
  static const std::vector<std::uint64_t>& places() { return it().places_; }

 private:
  struct Change {
    sqlite3_int64 offset = 0;
    std::string before;
    std::string after;
    sqlite3_int64 size_before = 0;
    bool is_cut = false;  // the file was made shorter, to `offset`
  };

  static constexpr std::size_t frames_of_a_place = 8;  // three or four of them are this and SQLite's own allocator

  static FaultDisk& it() {
    static FaultDisk disk;
    return disk;
  }

  void wait_where_slow() {
    if (fails(Kind::slow)) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }

  bool fails(Kind kind) {
    if (!is_armed_) return false;
    const std::int64_t number = counts_[static_cast<std::size_t>(kind)]++;
    if (plan_.kind != kind || plan_.number < 0) return false;
    return plan_.stays ? number >= plan_.number : number == plan_.number;
  }

  // ---- Memory

  static void install_memory() {
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &it().memory_);
    sqlite3_mem_methods own = it().memory_;
    own.xMalloc = [](int size) -> void* { return it().memory_fails() ? nullptr : it().memory_.xMalloc(size); };
    own.xRealloc = [](void* old, int size) -> void* {
      return it().memory_fails() ? nullptr : it().memory_.xRealloc(old, size);
    };
    sqlite3_config(SQLITE_CONFIG_MALLOC, &own);
  }

  bool memory_fails() {
    if (!plan_.notes_places || !is_armed_) return fails(Kind::memory);
    std::array<void*, frames_of_a_place> frames{};
    const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
    std::uint64_t place = 0;
    for (void* const frame : std::span(frames).first(static_cast<std::size_t>(depth))) {
      place = (place ^ reinterpret_cast<std::uintptr_t>(frame)) * 0x9E3779B97F4A7C15U;
      place ^= place >> 32U;
    }
    const std::lock_guard lock(places_mutex_);  // SQLite may ask for memory within a write
    places_.push_back(place);
    return fails(Kind::memory);
  }

  // ---- Files

  static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* own = reinterpret_cast<FaultFile*>(file);
    own->base.pMethods = nullptr;
    own->path = nullptr;
    if (it().fails(Kind::open)) return SQLITE_CANTOPEN;
    const int code = it().real_->xOpen(it().real_, name, own->real(), flags, flags_out);
    if (own->real()->pMethods == nullptr) return code;
    static const sqlite3_io_methods methods = make_methods(own->real()->pMethods->iVersion);
    own->base.pMethods = &methods;
    own->path = name == nullptr ? nullptr : new std::string(name);
    return code;
  }

  static int remove(sqlite3_vfs*, const char* name, int is_synced) {
    if (it().fails(Kind::remove)) return SQLITE_IOERR_DELETE;
    const std::lock_guard lock(it().mutex_);
    it().unsynced_.erase(name);
    return it().real_->xDelete(it().real_, name, is_synced);
  }

  static sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<FaultFile*>(file)->real(); }

  static int close(sqlite3_file* file) {
    auto* own = reinterpret_cast<FaultFile*>(file);
    delete own->path;
    return own->real()->pMethods->xClose(own->real());
  }

  static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    FaultDisk& disk = it();
    sqlite3_file* beneath = real(file);
    disk.wait_where_slow();
    if (disk.fails(Kind::write)) return SQLITE_IOERR_WRITE;
    if (disk.fails(Kind::full)) return SQLITE_FULL;
    if (disk.fails(Kind::torn_write)) {
      beneath->pMethods->xWrite(beneath, bytes, size / 2, offset);
      return SQLITE_IOERR_WRITE;
    }
    const std::lock_guard lock(disk.mutex_);
    if (disk.plan_.kind == Kind::power) {
      disk.remember(file,
                    {offset, read_before(beneath, size, offset),
                     std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)), size_of(beneath)});
      if (disk.fails(Kind::power)) disk.lose_power();
    }
    return beneath->pMethods->xWrite(beneath, bytes, size, offset);
  }

  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    FaultDisk& disk = it();
    sqlite3_file* beneath = real(file);
    if (disk.fails(Kind::truncate)) return SQLITE_IOERR_TRUNCATE;
    const std::lock_guard lock(disk.mutex_);
    if (disk.plan_.kind == Kind::power) {
      const sqlite3_int64 before = size_of(beneath);
      const int lost = static_cast<int>(std::max<sqlite3_int64>(0, before - size));
      disk.remember(file, {size, read_before(beneath, lost, size), {}, before, true});
    }
    return beneath->pMethods->xTruncate(beneath, size);
  }

  // Nothing is really synced: these tests are about what SQLite believes, and shall be quick.
  static int sync(sqlite3_file* file, int) {
    FaultDisk& disk = it();
    disk.wait_where_slow();
    if (disk.fails(Kind::sync)) return SQLITE_IOERR_FSYNC;
    const std::lock_guard lock(disk.mutex_);
    if (disk.plan_.kind == Kind::power && disk.fails(Kind::power)) disk.lose_power();
    const auto* own = reinterpret_cast<FaultFile*>(file);
    if (own->path != nullptr) disk.unsynced_.erase(*own->path);
    return SQLITE_OK;
  }

  static sqlite3_io_methods make_methods(int version) {
    sqlite3_io_methods own{};
    own.iVersion = std::min(version, 2);  // without a mapping of the file, in which nothing can be made to fail
    own.xClose = close;
    own.xRead = [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
      return real(f)->pMethods->xRead(real(f), to, size, at);
    };
    own.xWrite = write;
    own.xTruncate = truncate;
    own.xSync = sync;
    own.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); };
    own.xLock = [](sqlite3_file* f, int how) { return real(f)->pMethods->xLock(real(f), how); };
    own.xUnlock = [](sqlite3_file* f, int how) { return real(f)->pMethods->xUnlock(real(f), how); };
    own.xCheckReservedLock = [](sqlite3_file* f, int* out) {
      return real(f)->pMethods->xCheckReservedLock(real(f), out);
    };
    own.xFileControl = [](sqlite3_file* f, int what, void* with) {
      return real(f)->pMethods->xFileControl(real(f), what, with);
    };
    own.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
    own.xDeviceCharacteristics = [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); };
    own.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
      return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
    };
    own.xShmLock = [](sqlite3_file* f, int offset, int count, int flags) {
      return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
    };
    own.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
    own.xShmUnmap = [](sqlite3_file* f, int is_deleted) { return real(f)->pMethods->xShmUnmap(real(f), is_deleted); };
    return own;
  }

  // ---- Power

  static sqlite3_int64 size_of(sqlite3_file* beneath) {
    sqlite3_int64 size = 0;
    beneath->pMethods->xFileSize(beneath, &size);
    return size;
  }

  static std::string read_before(sqlite3_file* beneath, int size, sqlite3_int64 offset) {
    std::string before(static_cast<std::size_t>(size), '\0');
    beneath->pMethods->xRead(beneath, before.data(), size, offset);  // past the end: zeros
    return before;
  }

  void remember(sqlite3_file* file, Change change) {
    const auto* own = reinterpret_cast<FaultFile*>(file);
    if (own->path != nullptr) unsynced_[*own->path].push_back(std::move(change));
  }

  // Undoes what was not synced, and does some of it again: all, nothing, half.
  [[noreturn]] void lose_power() {
    std::mt19937_64 random(static_cast<std::uint64_t>(plan_.number));
    for (const auto& [path, changes] : unsynced_) {
      const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
      if (file < 0) continue;
      for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        put(file, change->before, change->offset);
        shorten(file, change->size_before);
      }
      for (const Change& change : changes) {
        const auto fate = random() % 3;
        if (fate == 0) continue;
        if (change.is_cut) {
          shorten(file, change.offset);
        } else {
          put(file, std::string_view(change.after).substr(0, fate == 1 ? std::string::npos : change.after.size() / 2),
              change.offset);
        }
      }
      ::close(file);
    }
    ::_exit(power_exit);
  }

  static void put(int file, std::string_view bytes, sqlite3_int64 offset) {
    if (::pwrite(file, bytes.data(), bytes.size(), offset) != static_cast<ssize_t>(bytes.size())) ::_exit(1);
  }
  static void shorten(int file, sqlite3_int64 size) {
    if (::ftruncate(file, size) != 0) ::_exit(1);
  }

  Plan plan_;
  std::array<std::atomic<std::int64_t>, kind_names.size()> counts_{};
  std::atomic<bool> is_armed_ = false;
  sqlite3_vfs* real_ = nullptr;
  sqlite3_vfs vfs_{};
  sqlite3_mem_methods memory_{};
  std::mutex mutex_;
  std::map<std::string, std::vector<Change>> unsynced_;
  std::mutex places_mutex_;
  std::vector<std::uint64_t> places_;
};

}  // namespace crownstar::store::faults
