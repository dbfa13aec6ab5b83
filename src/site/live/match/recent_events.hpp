// The last events of a match, for clients that reconnect.
// It does not know which of them somebody has seen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "site/match/event.hpp"

namespace crownstar::live {

class RecentEvents {
 public:
  void assign(std::span<const match::Event> events) {
    const auto last = events.last(std::min(events.size(), kept));
    events_.assign(last.begin(), last.end());
  }
  // All that stay move when some leave: so several leave at once.
  void add(const match::Event& event) {
    if (events_.size() == kept) events_.reserve(kept + leaving);
    if (events_.size() == kept + leaving) events_.erase(events_.begin(), events_.begin() + leaving);
    events_.push_back(event);
  }
  void clear() { events_ = {}; }

  std::span<const match::Event> all() const { return std::span(events_).last(std::min(events_.size(), kept)); }
  bool empty() const { return events_.empty(); }

 private:
  static constexpr std::size_t kept = limits::events_remembered;
  static constexpr int leaving = 8;

  std::vector<match::Event> events_;
};

}  // namespace crownstar::live
