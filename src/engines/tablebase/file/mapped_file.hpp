// Files mapped into memory, and files written to their place as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/refusal.hpp"

namespace crownstar::tablebase {

class MappedFile {
 public:
  MappedFile() = default;
  static base::Checked<MappedFile> open(const std::string& name);
  MappedFile(MappedFile&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const { return {bytes_, size_}; }

 private:
  const std::uint8_t* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// Written beside its place and then put there, so that a file that is there is whole.
base::Checked<void> write_atomically(const std::string& name, std::span<const std::uint8_t> bytes);
base::Checked<void> create_folder(const std::string& name);
bool exists(const std::string& name);

}  // namespace crownstar::tablebase
