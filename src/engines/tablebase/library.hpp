// The tables of every game in a folder, opened when they are first asked for.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/tablebase/open.hpp"

namespace crownstar::tablebase {

// Any number of threads may ask at the same time.
class Library {
 public:
  // Called for each file that is not used, on the thread that asked first.
  using OnRefused = std::function<void(const base::Refusal&)>;
  // The same with the name of another program's database that is used.
  using OnForeign = std::function<void(const std::string& name)>;

  explicit Library(std::string folder, OnRefused on_refused = {}, std::size_t cache_bytes = usual_cache_bytes,
                   OnForeign on_foreign = {})
      : folder_(std::move(folder)),
        on_refused_(std::move(on_refused)),
        on_foreign_(std::move(on_foreign)),
        cache_bytes_(cache_bytes) {}

  // Null where the folder knows no position of the game; good as long as the library is.
  const Tables* find(std::string_view game) {
    const std::scoped_lock lock(mutex_);
    const auto [entry, is_new] = opened_.try_emplace(std::string(game));
    if (!is_new) return entry->second.get();
    auto opened = open_tables(game, folder_, cache_bytes_);
    if (!opened) return nullptr;
    for (const base::Refusal& refusal : opened->refused) {
      if (on_refused_) on_refused_(refusal);
    }
    if (opened->tables->most_pieces() == 0) return nullptr;
    entry->second = std::move(opened->tables);
    if (const std::string name = entry->second->foreign_name(); on_foreign_ && !name.empty()) on_foreign_(name);
    return entry->second.get();
  }

  // For new files in the folder: the game's tables are opened again when they are asked for next.
  void reopen(std::string_view game) {
    const std::scoped_lock lock(mutex_);
    const auto entry = opened_.find(std::string(game));
    if (entry == opened_.end()) return;
    if (entry->second) replaced_.push_back(std::move(entry->second));
    opened_.erase(entry);
  }

 private:
  std::string folder_;
  OnRefused on_refused_;
  OnForeign on_foreign_;
  std::size_t cache_bytes_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Tables>> opened_;
  std::vector<std::unique_ptr<Tables>> replaced_;  // a search may still ask them
};

}  // namespace crownstar::tablebase
