#include "site/store/file_lock.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/text/take_to.hpp"

namespace crownstar::store {

namespace {

using Identity = std::pair<dev_t, ino_t>;

// The files that this process serves. A descriptor of one of them must not be opened and closed again.
struct Served {
  std::mutex mutex;
  std::set<Identity> files;
};
const std::shared_ptr<Served>& served() {
  static const auto all = std::make_shared<Served>();
  return all;
}

// The process that wrote its number into the lock file, for the message.
std::string holder(int descriptor) {
  const std::string text = lock_file_text(descriptor);
  const std::string number = text.substr(0, text.find('\n'));
  return number.empty() ? std::string() : fmt::format(" (process {})", number);
}

std::unexpected<Failure> is_taken(const std::string& path, const std::string& by) {
  return std::unexpected(
      Failure{FailureKind::busy,
              fmt::format("another server{} has {} open; stop it, or give this one another file", by, path)});
}

std::unexpected<Failure> cannot_be_made(const std::string& name) {
  const FailureKind kind = errno == ENOSPC || errno == EDQUOT ? FailureKind::full : FailureKind::broken;
  return std::unexpected(
      Failure{kind, fmt::format("{} can't be made: {}", name, std::generic_category().message(errno))});
}

bool may_not_be_written() { return errno == EROFS || errno == EACCES || errno == EPERM; }

}  // namespace

Outcome<base::FileDescriptor> FileLock::take_beside(const std::string& path) {
  const std::string name = path + ".lock";
  base::FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.is_open()) {
    if (may_not_be_written()) return base::FileDescriptor(-1);
    return cannot_be_made(name);
  }
  const int descriptor = file.number();
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return is_taken(path, holder(descriptor));
  // The process id is only for the message: if it can't be written (a full disk), the lock still holds. What the last
  // one noted behind it is still to be looked at (log_owner.hpp).
  const std::string before = lock_file_text(descriptor);
  std::string_view noted = before;
  base::take_to(noted, '\n');
  const std::string number = fmt::format("{}\n{}", getpid(), noted);
  [[maybe_unused]] const bool is_written =
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, number.data(), number.size(), 0) > 0;
  return file;
}

Outcome<FileLock> FileLock::take(const std::string& path, File wanted) {
  if (const FileSystemKind kind = file_system_of(path); kind.is_refused) {
    return std::unexpected(Failure{
        FailureKind::broken,
        fmt::format("{} is on {}, a network file system, where two servers could not be kept apart; use a disk of "
                    "this machine, or PostgreSQL",
                    path, kind.name)});
  }
  std::error_code problem;
  // The real name, so that a symbolic link leads to the same lock.
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, problem);
  auto beside = take_beside(problem ? path : real.string());
  if (!beside) return std::unexpected(beside.error());

  struct stat status{};
  const auto is_served_here = [&] { return served()->files.contains(Identity(status.st_dev, status.st_ino)); };
  const std::lock_guard lock(served()->mutex);
  if (::stat(path.c_str(), &status) == 0 && is_served_here()) return is_taken(path, " (this process)");
  const int flags = O_CLOEXEC | (wanted == File::is_made ? O_CREAT : 0);
  base::FileDescriptor file(::open(path.c_str(), O_RDWR | flags, 0644));
  if (!file.is_open() && may_not_be_written()) file = base::FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    if (errno != ENOENT && !may_not_be_written()) return cannot_be_made(path);
    return FileLock(*std::move(beside), base::FileDescriptor(-1), nullptr);
  }
  if (flock(file.number(), LOCK_EX | LOCK_NB) != 0) return is_taken(path, " under another name");
  if (::fstat(file.number(), &status) != 0) return cannot_be_made(path);
  if (status.st_nlink > 1) {
    return std::unexpected(
        Failure{FailureKind::broken,
                fmt::format("{} has {} names (hard links), and what is stored last would stay under one of them; "
                            "remove the other names",
                            path, status.st_nlink)});
  }
  const Identity identity(status.st_dev, status.st_ino);
  served()->files.insert(identity);
  std::shared_ptr<void> registered(nullptr, [all = served(), identity](void*) {
    const std::lock_guard lock(all->mutex);
    all->files.erase(identity);
  });
  return FileLock(*std::move(beside), std::move(file), std::move(registered));
}

std::string lock_file_text(int lock_file) {
  std::array<char, 200> bytes{};
  const ssize_t size = pread(lock_file, bytes.data(), bytes.size(), 0);
  return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

bool FileLock::is_file_linked() const {
  struct stat status{};
  return ::fstat(file(), &status) == 0 && status.st_nlink > 0;
}

FileSystemKind file_system_kind(long type) {
  // statfs(2) and the kernel's magic.h name them.
  switch (static_cast<unsigned>(type)) {
    case 0x6969:
      return {"NFS", true};
    case 0x517B:
    case 0xFF534D42:
    case 0xFE534D42:
      return {"SMB", true};
    case 0x5346414F:
    case 0x6B414653:
      return {"AFS", true};
    case 0x73757245:
      return {"Coda", true};
    case 0x00C36400:
      return {"CephFS"};
    case 0x01161970:
      return {"GFS2"};
    case 0x7461636F:
      return {"OCFS2"};
    case 0x0BD00BD0:
      return {"Lustre"};
    case 0x65735546:
      return {"FUSE"};
    case 0x01021997:
      return {"9P"};
    default:
      return {};
  }
}

FileSystemKind file_system_of(const std::string& path) {
  struct statfs status{};
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (::statfs(path.c_str(), &status) != 0 && ::statfs(folder.c_str(), &status) != 0) return {};
  return file_system_kind(static_cast<long>(status.f_type));
}

}  // namespace crownstar::store
