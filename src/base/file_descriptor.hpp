// An open file's descriptor, closed when it goes out of scope.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace crownstar::base {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // False, and errno says why, where what was written may not have been taken.
  bool close();
  bool write_all(std::span<const std::uint8_t> bytes) const;

 private:
  int number_;
};

}  // namespace crownstar::base
