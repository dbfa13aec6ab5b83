// Who watches one match from this node, and who is there at other nodes.
// It does not know what watchers get.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/live/ports/listener.hpp"

namespace crownstar::live {

struct Watcher {
  Listener* listener = nullptr;
  int seat = -1;  // -1: a spectator
};

// Who of a match is connected to one node, for the other nodes.
struct Presence {
  unsigned seats = 0;  // a bit each
  int spectators = 0;

  bool operator==(const Presence&) const = default;
};

class Watchers {
 public:
  bool empty() const { return watchers_.empty(); }
  auto begin() const { return watchers_.begin(); }
  auto end() const { return watchers_.end(); }
  bool has(const Listener* listener) const {
    return std::ranges::find(watchers_, listener, &Watcher::listener) != watchers_.end();
  }
  void add(Listener& listener, int seat) {
    watchers_.push_back({&listener, seat});
    here_.spectators += seat < 0 ? 1 : 0;
  }
  // The seat that they had; nothing where they did not watch.
  std::optional<int> remove(const Listener* listener) {
    const auto found = std::ranges::find(watchers_, listener, &Watcher::listener);
    if (found == watchers_.end()) return std::nullopt;
    const int seat = found->seat;
    *found = watchers_.back();
    watchers_.pop_back();
    here_.spectators -= seat < 0 ? 1 : 0;
    return seat;
  }
  // A spectator is a player now, or the other way round.
  template <typename SeatOf>
  void seat_anew(SeatOf seat_of) {
    here_.spectators = 0;
    for (Watcher& watcher : watchers_) {
      watcher.seat = seat_of(watcher.listener->who().id);
      here_.spectators += watcher.seat < 0 ? 1 : 0;
    }
  }
  bool has_seat(int seat) const { return std::ranges::find(watchers_, seat, &Watcher::seat) != watchers_.end(); }
  int spectators() const { return here_.spectators; }
  Presence presence() const {
    Presence presence{0, here_.spectators};
    for (const Watcher& watcher : watchers_) {
      if (watcher.seat >= 0) presence.seats |= 1U << static_cast<unsigned>(watcher.seat);
    }
    return presence;
  }

 private:
  std::vector<Watcher> watchers_;
  Presence here_;
};

class PresenceElsewhere {
 public:
  void hear(const std::string& node, const Presence& presence, bool is_known) {
    if (presence == Presence{}) {
      by_node_.erase(node);
    } else if (is_known) {
      by_node_[node] = presence;
    }
  }
  // True where there were any.
  template <typename IsKnown>
  bool forget_gone(IsKnown is_known) {
    return std::erase_if(by_node_, [&](const auto& each) { return !is_known(each.first); }) > 0;
  }
  void clear() { by_node_.clear(), told_ = {}; }

  bool has_seat(int seat) const {
    return std::ranges::any_of(by_node_, [&](const auto& each) { return (each.second.seats >> seat & 1U) != 0; });
  }
  int spectators() const {
    int sum = 0;
    for (const auto& [node, presence] : by_node_) sum += presence.spectators;
    return sum;
  }

  // What the others know of this node.
  const Presence& told() const { return told_; }
  // True where that is new to them.
  bool note_told(const Presence& presence) { return std::exchange(told_, presence) != presence; }

 private:
  std::map<std::string, Presence> by_node_;  // those where anybody is
  Presence told_;
};

}  // namespace crownstar::live
