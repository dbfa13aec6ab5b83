// The room that a command leaves on a disk: what it reads, a small packed file among them, may turn into a file without
// end. Every command that writes such files has the same option for it, `--keep-free` (menu.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/refusal.hpp"

namespace crownstar::cli {

// In bytes; none for a tenth of what is free on the disk at the beginning.
struct KeepFree {
  std::optional<std::uintmax_t> bytes;
};

// The option's value, in MiB.
base::Checked<KeepFree> read_keep_free(const std::string& mebibytes);

// One disk. Where its system does not say what is free, nothing is refused.
class DiskRoom {
 public:
  DiskRoom(std::filesystem::path folder, KeepFree keep);
  // Of the disk on which a file lies, or is going to.
  static DiskRoom of_file(const std::string& name, KeepFree keep);

  // Refused where less would be left after so many bytes more.
  base::Checked<void> check(std::uintmax_t bytes_to_come = 0) const;
  // The same for bytes that are about to be written there; the system is asked now and then.
  base::Checked<void> add(std::uintmax_t bytes);

 private:
  std::filesystem::path folder_;
  std::uintmax_t kept_ = 0;
  std::uintmax_t written_since_check_;
};

}  // namespace crownstar::cli
