#include "site/store/file_lock.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace crownstar::store {

namespace {

// Who wrote its number into the lock file, for the message.
std::string holder(int descriptor) {
  std::array<char, 24> digits{};
  const ssize_t size = pread(descriptor, digits.data(), digits.size() - 1, 0);
  std::string number(digits.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  while (!number.empty() && number.back() == '\n') number.pop_back();
  return number.empty() ? std::string() : fmt::format(" (process {})", number);
}

}  // namespace

Outcome<FileLock> FileLock::take(const std::string& path) {
  const std::string name = path + ".lock";
  base::FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.is_open()) {
    if (errno == EROFS || errno == EACCES || errno == EPERM) return none();
    const FailureKind kind = errno == ENOSPC || errno == EDQUOT ? FailureKind::full : FailureKind::broken;
    return std::unexpected(
        Failure{kind, fmt::format("{} can't be made: {}", name, std::generic_category().message(errno))});
  }
  const int descriptor = file.number();
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return std::unexpected(Failure{
        FailureKind::busy,
        fmt::format("another server{} has {} open; stop it, or give this one another file", holder(descriptor), path)});
  }
  // Whose lock it is serves the message alone: where it can't be written (a full disk), the lock holds all the same.
  const std::string number = fmt::format("{}\n", getpid());
  [[maybe_unused]] const bool is_written =
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, number.data(), number.size(), 0) > 0;
  return FileLock(std::move(file));
}

}  // namespace crownstar::store
