#include "site/server/downloads/published_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.hpp"
#include "base/text/letters.hpp"

namespace crownstar::server {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> medias{{
    {".csv", "text/csv; charset=utf-8"},
    {".gz", "application/gzip"},
    {".json", "application/json"},
    {".ndjson", "application/x-ndjson"},
    {".parquet", "application/vnd.apache.parquet"},
    {".pdn", "text/plain; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".zip", "application/zip"},
    {".zst", "application/zstd"},
}};

std::string reason_of(int problem) { return std::generic_category().message(problem); }

FileVersion version_of(const struct stat& state) {
  constexpr std::int64_t second = 1'000'000'000;
  const std::int64_t changed = state.st_mtim.tv_sec * second + state.st_mtim.tv_nsec;
  return {fmt::format("\"{:x}-{:x}\"", state.st_size, changed),
          std::chrono::sys_seconds(std::chrono::seconds(state.st_mtim.tv_sec)),
          static_cast<std::uint64_t>(state.st_size)};
}

// Not through a link in the last place, and without waiting for a writer if it is a pipe.
base::FileDescriptor open_inside(int folder, const std::string& name) {
  return base::FileDescriptor(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

base::FileDescriptor open_folder(const std::string& folder) {
  return base::FileDescriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

std::optional<std::string_view> published_media(std::string_view name) {
  const auto is_fit = [](char letter) {
    return base::is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           letter == '-' || letter == '_' || letter == '.';
  };
  const bool is_name =
      !name.empty() && name.size() <= limits::id_letters && name.front() != '.' && std::ranges::all_of(name, is_fit);
  if (!is_name) return std::nullopt;
  const auto found = std::ranges::find_if(medias, [&](const auto& each) { return name.ends_with(each.first); });
  return found == medias.end() ? std::nullopt : std::optional(found->second);
}

std::string OpenFile::read(std::uint64_t first, std::size_t count) const {
  std::string bytes(count, '\0');
  std::size_t size = 0;
  while (size < count) {
    const ssize_t part =
        ::pread(descriptor_.number(), bytes.data() + size, count - size, static_cast<off_t>(first + size));
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    size += static_cast<std::size_t>(part);
  }
  struct stat state{};
  const bool is_same = ::fstat(descriptor_.number(), &state) == 0 && version_of(state).etag == file_.version.etag;
  bytes.resize(is_same ? size : 0);
  return bytes;
}

base::Checked<std::vector<PublishedFile>> list_published(const std::string& folder) {
  base::FileDescriptor opened = open_folder(folder);
  if (!opened.is_open()) return base::refuse(reason_of(errno));
  // The library closes the descriptor that it is given.
  const std::unique_ptr<DIR, CloseFolder> entries(::fdopendir(::dup(opened.number())));
  if (!entries) return base::refuse(reason_of(errno));
  std::vector<PublishedFile> files;
  while (const dirent* entry = ::readdir(entries.get())) {
    const auto media = published_media(entry->d_name);
    struct stat state{};
    if (!media || ::fstatat(opened.number(), entry->d_name, &state, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(state.st_mode)) files.push_back({entry->d_name, *media, version_of(state)});
  }
  std::ranges::sort(files, {}, &PublishedFile::name);
  if (files.size() > limits::published_files) files.resize(limits::published_files);
  return files;
}

std::optional<OpenFile> open_published(const std::string& folder, const std::string& name) {
  const auto media = published_media(name);
  if (!media) return std::nullopt;
  const base::FileDescriptor opened = open_folder(folder);
  if (!opened.is_open()) return std::nullopt;
  base::FileDescriptor file = open_inside(opened.number(), name);
  struct stat state{};
  if (!file.is_open() || ::fstat(file.number(), &state) != 0 || !S_ISREG(state.st_mode)) return std::nullopt;
  return OpenFile({name, *media, version_of(state)}, std::move(file));
}

}  // namespace crownstar::server
