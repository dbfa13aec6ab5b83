#include "programs/cli/console/disk_room.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/text/whole_number.hpp"

namespace crownstar::cli {
namespace {

constexpr std::uintmax_t bytes_between_checks = std::uintmax_t{1} << 20U;

std::optional<std::uintmax_t> free_at(const std::filesystem::path& folder) {
  std::error_code unknown;
  const std::filesystem::space_info room = std::filesystem::space(folder, unknown);
  return unknown ? std::nullopt : std::optional(room.available);
}

}  // namespace

base::Checked<KeepFree> read_keep_free(const std::string& mebibytes) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 40U;
  const auto number = base::whole_number<std::uintmax_t>("--keep-free", mebibytes, 0, most);
  if (!number) return std::unexpected(number.error());
  return KeepFree{*number << 20U};
}

DiskRoom::DiskRoom(std::filesystem::path folder, KeepFree keep)
    : folder_(std::move(folder)),
      kept_(keep.bytes.value_or(free_at(folder_).value_or(0) / 10)),
      written_since_check_(bytes_between_checks) {}

DiskRoom DiskRoom::of_file(const std::string& name, KeepFree keep) {
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  return {folder.empty() ? "." : folder, keep};
}

base::Checked<void> DiskRoom::check(std::uintmax_t bytes_to_come) const {
  const auto free = free_at(folder_);
  if (!free || *free >= kept_ + bytes_to_come) return {};
  return base::refuse(
      fmt::format("less than {} MiB would be left on the disk of '{}' (--keep-free)", kept_ >> 20U, folder_.string()));
}

base::Checked<void> DiskRoom::add(std::uintmax_t bytes) {
  written_since_check_ += bytes;
  if (written_since_check_ < bytes_between_checks) return {};
  written_since_check_ = 0;
  return check(bytes);
}

}  // namespace crownstar::cli
