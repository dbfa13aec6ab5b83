#include "base/file_descriptor.hpp"

#include <cerrno>
#include <cstddef>

#include <unistd.h>

namespace crownstar::base {

FileDescriptor::~FileDescriptor() { close(); }

bool FileDescriptor::close() { return !is_open() || ::close(std::exchange(number_, -1)) == 0; }

bool FileDescriptor::write_all(std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace crownstar::base
