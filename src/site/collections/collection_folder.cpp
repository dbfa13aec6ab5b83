#include "site/collections/collection_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/limits.hpp"
#include "base/text/letters.hpp"

namespace crownstar::collections {
namespace {

constexpr std::string_view ending = ".db";

// A part at a time: between them a program that adds games may go on.
constexpr std::int64_t rows_a_part = 100'000;

std::optional<int> year_at(SqliteFile& file, std::string_view which) {
  SqliteStatement statement(file, fmt::format("SELECT {}(year) FROM games", which));
  std::optional<int> year;
  while (statement.step()) {
    if (!statement.is_null(0)) year = static_cast<int>(std::clamp<std::int64_t>(statement.integer(0), 0, 9999));
  }
  return year;
}

std::expected<CollectionSummary, LookFailure> summary_of(const std::string& path,
                                                         const std::atomic<bool>& is_stopping) {
  auto file = look_into_index(path, std::chrono::steady_clock::now() + limits::collection_summary_time, is_stopping);
  if (!file) return std::unexpected(file.error());
  CollectionSummary summary;
  std::map<std::string, std::int64_t> kinds;
  const std::int64_t last = number_of(*file, "SELECT ifnull(max(id), 0) FROM games");
  for (std::int64_t first = 1; first <= last; first += rows_a_part) {
    SqliteStatement part(*file,
                         "SELECT (SELECT text FROM names WHERE id = game), count(*) FROM games "
                         "WHERE id BETWEEN ?1 AND ?2 AND duplicate_of IS NULL GROUP BY game");
    part.with(first, first + rows_a_part - 1);
    while (part.step()) {
      summary.games += part.integer(1);
      kinds[part.text(0)] += part.integer(1);
    }
    if (!file->check()) break;
  }
  summary.first_year = year_at(*file, "min");
  summary.last_year = year_at(*file, "max");
  if (const auto good = file->check(); !good) return std::unexpected(LookFailure{file->failure(), good.error().reason});
  summary.kinds.assign(kinds.begin(), kinds.end());
  // By how many, and then by name.
  std::ranges::sort(summary.kinds, [](const auto& one, const auto& other) {
    return std::pair(-one.second, one.first) < std::pair(-other.second, other.first);
  });
  if (summary.kinds.size() > limits::collection_kinds) summary.kinds.resize(limits::collection_kinds);
  return summary;
}

}  // namespace

bool is_collection_name(std::string_view name) {
  if (name.empty() || name.size() > limits::id_letters || name.front() == '.') return false;
  return std::ranges::all_of(name, [](char letter) {
    return base::is_letter(letter) || base::is_digit(letter) || letter == '-' || letter == '_' || letter == '.';
  });
}

std::optional<CollectionFolder::Stamp> CollectionFolder::stamp_of(const std::string& path) {
  struct ::stat found{};
  // What is no plain file may never answer: a pipe waits for somebody who writes.
  if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return Stamp{found.st_dev, found.st_ino, found.st_size,
               std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

std::optional<std::string> CollectionFolder::path_of(std::string_view name) const {
  if (folder_.empty() || !is_collection_name(name)) return std::nullopt;
  std::string path = folder_ + "/" + std::string(name) + std::string(ending);
  const auto stamp = stamp_of(path);
  if (!stamp || stamp->bytes == 0) return std::nullopt;  // an empty one is just being made
  return path;
}

std::vector<CollectionSummary> CollectionFolder::list(const std::atomic<bool>& is_stopping) {
  std::vector<CollectionSummary> summaries;
  if (folder_.empty()) return summaries;
  std::vector<std::string> names;
  std::error_code problem;
  std::filesystem::directory_iterator at(folder_, problem);
  for (; !problem && at != std::filesystem::directory_iterator(); at.increment(problem)) {
    const std::string file = at->path().filename().string();
    if (!file.ends_with(ending) || file.starts_with('.')) continue;
    names.push_back(file.substr(0, file.size() - ending.size()));
  }
  const auto lock = begin();
  if (problem) leave_out(folder_, Stamp{}, problem.message());
  std::ranges::sort(names);
  std::erase_if(known_, [&](const auto& each) { return each.first != folder_ && !stamp_of(each.first); });
  for (const std::string& name : names) {
    const std::string path = folder_ + "/" + name + std::string(ending);
    const auto stamp = stamp_of(path);
    if (!stamp || stamp->bytes == 0) continue;
    if (!is_collection_name(name)) {
      leave_out(path, *stamp, "its name may have only the letters a to z, digits and - _ . in it: rename it");
      continue;
    }
    if (summaries.size() == limits::collections) {
      leave_out(path, *stamp, fmt::format("only the first {} are shown", limits::collections));
      continue;
    }
    if (auto summary = look_at(name, path, is_stopping)) summaries.push_back(*std::move(summary));
  }
  return summaries;
}

std::optional<CollectionSummary> CollectionFolder::summary(const std::string& name,
                                                           const std::atomic<bool>& is_stopping) {
  const auto path = path_of(name);
  if (!path) return std::nullopt;
  const auto lock = begin();
  return look_at(name, *path, is_stopping);
}

void CollectionFolder::note_damage(const std::string& name, const std::string& reason) {
  const auto path = path_of(name);
  if (!path) return;
  const auto stamp = stamp_of(*path);
  const auto lock = begin();
  if (stamp) leave_out(*path, *stamp, reason);
}

std::unique_lock<std::mutex> CollectionFolder::begin() {
  std::unique_lock lock(mutex_);
  if (wants_anew_.exchange(false)) known_.clear();
  return lock;
}

std::optional<CollectionSummary> CollectionFolder::look_at(const std::string& name, const std::string& path,
                                                           const std::atomic<bool>& is_stopping) {
  const auto stamp = stamp_of(path);
  if (!stamp) return std::nullopt;
  const auto known = known_.find(path);
  if (known != known_.end() && known->second.stamp == *stamp) return known->second.summary;
  auto summary = summary_of(path, is_stopping);
  if (!summary) {
    // Where it is being changed, what was known of it is right until the change is done.
    if (summary.error().kind == SqliteFailure::busy || is_stopping) {
      return known == known_.end() ? std::nullopt : known->second.summary;
    }
    leave_out(path, *stamp, summary.error().reason);
    return std::nullopt;
  }
  summary->name = name;
  known_[path] = Known{*stamp, *summary};
  tell_(FolderEvent::found, path, std::to_string(summary->games));
  return *std::move(summary);
}

void CollectionFolder::leave_out(const std::string& path, const Stamp& stamp, const std::string& reason) {
  const auto known = known_.find(path);
  if (known != known_.end() && known->second.stamp == stamp && !known->second.summary) return;
  known_[path] = Known{stamp, std::nullopt};
  tell_(FolderEvent::left_out, path, reason);
}

}  // namespace crownstar::collections
