// A set of matches that keeps none of them in memory: one that has left is not in it any more, so nobody can come to a
// match that is not there.
// It does not know what the set is for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "site/live/match/live_match.hpp"

namespace crownstar::live {

class MatchSet {
 public:
  void insert(LiveMatch& live) { matches_.insert(live.handle()); }
  void erase(LiveMatch& live) { matches_.erase(live.handle()); }
  bool contains(LiveMatch& live) const { return matches_.contains(live.handle()); }
  std::size_t size() const {
    return static_cast<std::size_t>(std::ranges::count_if(matches_, [](const auto& each) { return !each.expired(); }));
  }

  // Those that are there. Each stays for as long as it is looked at, whatever is done to the set meanwhile.
  std::vector<std::shared_ptr<LiveMatch>> all() const {
    std::vector<std::shared_ptr<LiveMatch>> there;
    there.reserve(matches_.size());
    for (const auto& each : matches_) {
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
  std::set<std::weak_ptr<LiveMatch>, std::owner_less<>> matches_;
};

}  // namespace crownstar::live
