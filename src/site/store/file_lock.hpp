// Knows how one program keeps all others from serving the same file: a lock that the system takes back when the program
// dies. Refuses to know what is in the file.
#pragma once

#include <string>
#include <utility>

#include "site/store/store.hpp"

namespace crownstar::store {

// On a file of its own beside the guarded one, `FILE.lock`: SQLite's own locks on the file are lost when any descriptor
// of it is closed. The lock file stays; what counts is the lock on it. In a folder where nothing can be written there
// is nothing to guard, and the lock is empty.
class FileLock {
 public:
  static Outcome<FileLock> take(const std::string& path);
  static FileLock none() { return FileLock(-1); }
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileLock();

  bool is_held() const { return descriptor_ >= 0; }

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace crownstar::store
