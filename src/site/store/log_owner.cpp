#include "site/store/log_owner.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"
#include "base/text/take_to.hpp"
#include "site/store/file_lock.hpp"

namespace crownstar::store {
namespace {

struct File {
  std::string identity;  // empty: it is not there, or has none that lasts
  std::uint64_t size = 0;
};

// The number of a file that is deleted is soon another file's, so the time at which it was made belongs to it.
File look_at(const std::string& path) {
  struct statx status{};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_INO | STATX_SIZE | STATX_BTIME, &status) != 0) return {};
  if ((status.stx_mask & STATX_BTIME) == 0) return {};
  return {fmt::format("{}-{}.{}", status.stx_ino, status.stx_btime.tv_sec, status.stx_btime.tv_nsec), status.stx_size};
}

// SQLite's log and the lock lie beside the file itself, whatever name leads to it.
std::string real_name(const std::string& store) {
  std::error_code problem;
  const std::filesystem::path real = std::filesystem::weakly_canonical(store, problem);
  return problem ? store : real.string();
}

std::string read_lock_file(const std::string& real) {
  const base::FileDescriptor file(::open((real + ".lock").c_str(), O_RDONLY | O_CLOEXEC));
  return lock_file_text(file.number());
}

}  // namespace

void note_log_owner(int lock_file, const std::string& store) {
  const File file = look_at(store);
  const File log = look_at(real_name(store) + "-wal");
  std::string text = fmt::format("{}\n", ::getpid());
  if (!file.identity.empty() && !log.identity.empty()) text += fmt::format("{} {}\n", file.identity, log.identity);
  [[maybe_unused]] const bool is_written =
      ::ftruncate(lock_file, 0) == 0 && ::pwrite(lock_file, text.data(), text.size(), 0) > 0;
}

Outcome<void> check_log_owner(const std::string& store) {
  const std::string real = real_name(store);
  const File log = look_at(real + "-wal");
  if (log.identity.empty() || log.size == 0) return {};
  const std::string text = read_lock_file(real);
  std::string_view rest = text;
  base::take_to(rest, '\n');  // the process
  std::string_view noted = base::take_to(rest, '\n');
  const std::string_view noted_file = base::take_to(noted, ' ');
  const File file = look_at(real);
  const bool is_of_another = !file.identity.empty() && file.identity != noted_file && noted == log.identity;
  if (!is_of_another) return {};
  return std::unexpected(Failure{
      FailureKind::broken,
      fmt::format("{0}-wal was written for another file, in whose place {0} is now. If this is a backup or a copy that "
                  "a server has saved, move {0}-wal and {0}-shm away; if it is that same file, copied back, delete "
                  "{0}.lock; then start again",
                  real)});
}

}  // namespace crownstar::store
