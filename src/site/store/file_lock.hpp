// A lock that keeps other programs from serving the same file. The system releases it when the program ends.
#pragma once

#include <string>
#include <utility>

#include "base/file_descriptor.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

// On a file of its own beside the guarded one, `FILE.lock`: SQLite's own locks on the file are lost when any descriptor
// of it is closed. The lock file stays; what counts is the lock on it. In a folder where nothing can be written there
// is nothing to guard, and the lock is empty.
class FileLock {
 public:
  static Outcome<FileLock> take(const std::string& path);
  static FileLock none() { return FileLock(base::FileDescriptor(-1)); }

  bool is_held() const { return file_.is_open(); }

 private:
  explicit FileLock(base::FileDescriptor file) : file_(std::move(file)) {}

  base::FileDescriptor file_;
};

}  // namespace crownstar::store
