// The databases of games in one folder, by their names: which there are, what is in each, and which cannot be used.
// It does not know what is searched for in them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/collections/game_index.hpp"

namespace crownstar::collections {

struct CollectionSummary {
  std::string name;
  std::int64_t games = 0;                                   // without those that repeat an earlier one
  std::vector<std::pair<std::string, std::int64_t>> kinds;  // of games, and how many of each, the most frequent first
  std::optional<int> first_year;
  std::optional<int> last_year;
};

// What is told of the folder, for the log.
enum class FolderEvent { found, left_out };

// Any thread may ask. Files are opened anew for each question, so that one that was replaced, mended or taken away is
// seen as it is.
class CollectionFolder {
 public:
  using Tell = std::function<void(FolderEvent event, const std::string& file, const std::string& detail)>;

  // `tell` is called from the thread that asks.
  CollectionFolder(std::string folder, Tell tell) : folder_(std::move(folder)), tell_(std::move(tell)) {}

  // By name. What cannot be used is left out, and told of once.
  std::vector<CollectionSummary> list(const std::atomic<bool>& is_stopping);
  // Of one of them, which is known to be there.
  std::optional<CollectionSummary> summary(const std::string& name, const std::atomic<bool>& is_stopping);
  // It turned out to be damaged: it is left out until the file is another one, or `forget` is called.
  void note_damage(const std::string& name, const std::string& reason);
  // Everything is looked at anew.
  void forget() { wants_anew_ = true; }
  // Nothing where there is no such file.
  std::optional<std::string> path_of(std::string_view name) const;

 private:
  // A file that was changed has another one.
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t changed = 0;  // nanoseconds
    bool operator==(const Stamp&) const = default;
  };
  struct Known {
    Stamp stamp;
    std::optional<CollectionSummary> summary;  // of a file that can be used
  };
  static std::optional<Stamp> stamp_of(const std::string& path);
  std::optional<CollectionSummary> look_at(const std::string& name, const std::string& path,
                                           const std::atomic<bool>& is_stopping);
  void leave_out(const std::string& path, const Stamp& stamp, const std::string& reason);

  // Holds the lock, and forgets what is to be looked at anew.
  std::unique_lock<std::mutex> begin();

  std::string folder_;
  Tell tell_;
  std::atomic<bool> wants_anew_ = false;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  // by path
};

// Letters, digits and - _ . in a name that can stand in an address, and does not begin with a point.
bool is_collection_name(std::string_view name);

}  // namespace crownstar::collections
