// A set of matches that keeps none of them in memory: one that has left is not in it any more, so nobody can come to a
// match that is not there.
// In the order of their ids: the same steps give the same order, wherever the matches lie in memory.
// It does not know what the set is for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "site/live/match/live_match.hpp"

namespace crownstar::live {

class MatchSet {
 public:
  void insert(LiveMatch& live) { matches_.insert_or_assign(live.id, live.handle()); }
  void erase(LiveMatch& live) {
    if (contains(live)) matches_.erase(live.id);
  }
  // Not one that has left and was read again since.
  bool contains(LiveMatch& live) const {
    const auto found = matches_.find(live.id);
    return found != matches_.end() && found->second.lock().get() == &live;
  }
  std::size_t size() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(matches_, [](const auto& each) { return !each.second.expired(); }));
  }

  // Those that are there. Each stays for as long as it is looked at, whatever is done to the set meanwhile.
  std::vector<std::shared_ptr<LiveMatch>> all() const {
    std::vector<std::shared_ptr<LiveMatch>> there;
    there.reserve(matches_.size());
    for (const auto& [id, each] : matches_) {
      if (auto live = each.lock()) there.push_back(std::move(live));
    }
    return there;
  }
  // The same, and the set is empty afterwards.
  std::vector<std::shared_ptr<LiveMatch>> take() {
    auto there = all();
    matches_.clear();
    return there;
  }

 private:
  std::map<std::string, std::weak_ptr<LiveMatch>> matches_;
};

}  // namespace crownstar::live
