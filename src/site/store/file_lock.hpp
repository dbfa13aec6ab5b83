// A lock that keeps other programs from serving the same file. The system releases it when the program ends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_descriptor.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

// Two locks. One is on the guarded file itself, whatever name led to it; its descriptor must stay open for as long as
// SQLite has the file open, because SQLite's own locks are lost when any descriptor of the file is closed. The other
// is on `FILE.lock` beside it, which also guards a file that is not there yet and says who holds it. In a folder where
// nothing can be written there is nothing to guard, and that lock is empty.
class FileLock {
 public:
  enum class File { is_made, stays_absent };

  static Outcome<FileLock> take(const std::string& path, File wanted);
  static FileLock none() { return {base::FileDescriptor(-1), base::FileDescriptor(-1), nullptr}; }

  bool is_held() const { return beside_.is_open(); }
  // A descriptor of the guarded file, which stays open for as long as the lock is held; negative: there is none.
  int file() const { return file_.number(); }
  bool is_file_linked() const;  // some name leads to the guarded file; otherwise it ends with this process
  int lock_file() const { return beside_.number(); }  // of `FILE.lock`, the same way

 private:
  FileLock(base::FileDescriptor beside, base::FileDescriptor file, std::shared_ptr<void> registered)
      : beside_(std::move(beside)), file_(std::move(file)), registered_(std::move(registered)) {}

  static Outcome<base::FileDescriptor> take_beside(const std::string& path);

  base::FileDescriptor beside_;
  base::FileDescriptor file_;
  std::shared_ptr<void> registered_;  // among the files of this process
};

// What an open `FILE.lock` says: the number of the process, and behind it what log_owner.hpp notes.
std::string lock_file_text(int lock_file);

// What kind of file system keeps the file, by statfs(2). On some a store is refused, for locks and shared memory do not
// reach from one machine to another; on others it depends on what lies under them.
struct FileSystemKind {
  std::string_view name;
  bool is_refused = false;
};
FileSystemKind file_system_kind(long type);  // the name is empty for ordinary ones
FileSystemKind file_system_of(const std::string& path);

}  // namespace crownstar::store
