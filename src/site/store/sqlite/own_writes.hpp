// Everything that this program writes into the store's file goes through here, so that a change by anybody else is
// noticed: another file copied over it, or a page of it damaged.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <sqlite3.h>
#include <sys/types.h>

namespace crownstar::store {

// Two signs. The time of the file's last change and its size are those that our own last write left; any write by
// another program changes them, but two within one tick of the system's clock have the same time. And the pages that we
// wrote last, and some others, hold what they held: a whole file that is copied over ours differs there, or it is a
// copy of what we wrote last and nothing is lost.
//
// Other programs may write to a served store through SQLite, as `crownstar people` does: what they commit is in the
// log. Only we fold it into the file. For that SQLite's lock for checkpoints is held all the time, by a connection that
// runs none, and lent to our own connections here.
class OwnWrites {
 public:
  // `file` stays open for as long as this lives. `has_sure_times`: as file systems of this machine have them; others
  // may change the time of a write later.
  OwnWrites(int file, bool has_sure_times);
  ~OwnWrites();
  OwnWrites(const OwnWrites&) = delete;
  OwnWrites& operator=(const OwnWrites&) = delete;

  // To be opened with: the connection's writes to the store's file go through here.
  const char* vfs() const { return name_.c_str(); }
  // Takes SQLite's lock for checkpoints with this file, of a connection that was opened without `vfs()`. Nothing is
  // looked at before. False: another program runs a checkpoint just now.
  bool fold_alone(sqlite3_file* holder);
  // Waits for a checkpoint of ours that is under way.
  void stop_folding_alone();

  // Whether nobody else has written to the file; once somebody has, it stays so. `reads`: compares pages too.
  bool are_all(bool reads);

 private:
  struct State {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    off_t size = 0;
    bool operator==(const State&) const = default;
  };
  struct WrappedFile {
    sqlite3_file base;
    OwnWrites* owner;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out);
  static sqlite3_io_methods methods();
  static WrappedFile& wrapped(sqlite3_file* file) { return *reinterpret_cast<WrappedFile*>(file); }
  static sqlite3_file* real(sqlite3_file* file) { return wrapped(file).real(); }

  int lock_memory(sqlite3_file* wrapped_file, int offset, int count, int flags);
  int write(sqlite3_file* to, const void* bytes, int size, sqlite3_int64 offset);
  int truncate(sqlite3_file* file, sqlite3_int64 size);

  State state() const;
  bool is_as_left();
  bool do_pages_match();
  std::optional<std::string> read(sqlite3_int64 offset, std::size_t size) const;
  void remember(sqlite3_int64 offset, std::string bytes);
  void forget(sqlite3_int64 offset, sqlite3_int64 end);

  const int file_;
  const bool has_sure_times_;
  std::string name_;
  sqlite3_vfs* system_;
  sqlite3_vfs vfs_;
  std::mutex mutex_;
  State left_;
  std::map<sqlite3_int64, std::string> pages_;  // by their place in the file
  std::vector<sqlite3_int64> order_;            // in which they were remembered
  sqlite3_file* holder_ = nullptr;              // of the lock for checkpoints
  sqlite3_file* folding_ = nullptr;             // the one of ours that it is lent to
  std::condition_variable folded_;
  bool is_foreign_ = false;
};

}  // namespace crownstar::store
