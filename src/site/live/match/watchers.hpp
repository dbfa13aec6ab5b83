// Who watches one match from this node, and who is there at other nodes.
// It does not know what watchers get, and how nodes tell each other.
//
// The number of spectators is a number of people: whoever watches over several connections, at one node or at several,
// counts once, and whoever sits there does not count. Visitors without a session cannot be told apart, so each of
// their connections counts.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/live/ports/listener.hpp"

namespace crownstar::live {

struct Watcher {
  Listener* listener = nullptr;
  int seat = -1;       // -1: a spectator
  std::string person;  // as they are counted; empty for a visitor without a session
};

// Who of a match is connected to one node, for the other nodes.
struct Presence {
  unsigned seats = 0;                     // a bit each
  int unnamed = 0;                        // spectators whom nobody can tell apart
  std::vector<std::string> spectators{};  // the others, in order, each once

  int spectator_count() const { return unnamed + static_cast<int>(spectators.size()); }
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
    watchers_.push_back({&listener, seat, listener.who().id});
    count_in(watchers_.back());
  }
  // The seat that they had; nothing where they did not watch.
  std::optional<int> remove(const Listener* listener) {
    const auto found = std::ranges::find(watchers_, listener, &Watcher::listener);
    if (found == watchers_.end()) return std::nullopt;
    const int seat = found->seat;
    count_out(*found);
    *found = std::move(watchers_.back());
    watchers_.pop_back();
    return seat;
  }
  // A spectator is a player now, or the other way round.
  template <typename SeatOf>
  void seat_anew(SeatOf seat_of) {
    for (Watcher& watcher : watchers_) {
      count_out(watcher);
      watcher.person = watcher.listener->who().id;
      watcher.seat = seat_of(watcher.person);
      count_in(watcher);
    }
  }
  bool has_seat(int seat) const { return std::ranges::find(watchers_, seat, &Watcher::seat) != watchers_.end(); }
  bool has_spectator(std::string_view person) const { return named_.contains(person); }
  int spectators() const { return unnamed_ + static_cast<int>(named_.size()); }
  int spectator_connections() const { return connections_; }
  Presence presence() const {
    Presence presence;
    for (const Watcher& watcher : watchers_) {
      if (watcher.seat >= 0) presence.seats |= 1U << static_cast<unsigned>(watcher.seat);
    }
    presence.unnamed = unnamed_;
    presence.spectators.reserve(named_.size());
    for (const auto& [person, connections] : named_) presence.spectators.push_back(person);
    return presence;
  }

 private:
  void count_in(const Watcher& watcher) {
    if (watcher.seat >= 0) return;
    ++connections_;
    if (watcher.person.empty()) {
      ++unnamed_;
    } else {
      ++named_[watcher.person];
    }
  }
  void count_out(const Watcher& watcher) {
    if (watcher.seat >= 0) return;
    --connections_;
    if (watcher.person.empty()) {
      --unnamed_;
    } else if (const auto found = named_.find(watcher.person); --found->second == 0) {
      named_.erase(found);
    }
  }

  std::vector<Watcher> watchers_;
  std::map<std::string, int, std::less<>> named_;  // spectators, and over how many connections
  int unnamed_ = 0;
  int connections_ = 0;  // of spectators
};

// A question to all other nodes, who is connected to them. It may be lost, and so may an answer; and a node that does
// not follow the match never answers. So it is asked again a few times, while any of them has not answered.
class PresenceQuestion {
 public:
  void begin() { repeats_ = 0, answered_.clear(); }
  void answer_came(std::string_view node) {
    if (answered_.size() < limits::nodes) answered_.emplace(node);
  }
  bool has_answered(std::string_view node) const { return answered_.contains(node); }
  // How long to wait for the answers; nothing: it has been repeated often enough.
  std::optional<std::chrono::seconds> wait() const {
    if (repeats_ >= most_repeats) return std::nullopt;
    return std::chrono::seconds{2 << repeats_};
  }
  void repeat() { ++repeats_; }

 private:
  // After two seconds and after six: a node that is not heard for four is forgotten, and asked anew when it is back.
  static constexpr int most_repeats = 2;

  int repeats_ = 0;
  std::set<std::string, std::less<>> answered_;
};

// What the other nodes have said of who is connected to them. A message may be lost, and a node may vanish: whatever
// is not said again in time is asked for, and what then is not answered is forgotten.
class PresenceElsewhere {
 public:
  // The last word of a node. One that is not known yet counts as soon as it is. True where other people are there now.
  bool hear(const std::string& node, Presence presence, bool is_known, Instant at) {
    const auto found = by_node_.find(node);
    const bool was_counted = found != by_node_.end() && found->second.is_known;
    if (presence == Presence{}) {
      if (found != by_node_.end()) by_node_.erase(found);
      return was_counted;
    }
    if (found == by_node_.end() && by_node_.size() >= limits::nodes) return false;
    There& there = by_node_[node];
    const bool is_same = was_counted == is_known && there.presence == presence;
    there = {std::move(presence), is_known, at, std::nullopt};
    return !is_same && (is_known || was_counted);
  }
  // Nodes have come or gone. True where other people are there now.
  template <typename IsKnown>
  bool nodes_changed(IsKnown is_known) {
    bool is_any_new = false;
    for (auto& [node, there] : by_node_) {
      if (!there.is_known && is_known(node)) is_any_new = there.is_known = true;
    }
    const auto is_gone = [&](const auto& each) { return each.second.is_known && !is_known(each.first); };
    return std::erase_if(by_node_, is_gone) > 0 || is_any_new;
  }
  void clear() { by_node_.clear(), told_ = {}; }

  // ---- What was not said again ----
  bool is_any_silent_since(Instant then) const {
    return std::ranges::any_of(by_node_,
                               [&](const auto& each) { return !each.second.asked_at && each.second.heard_at <= then; });
  }
  void note_asked(Instant at) {
    for (auto& [node, there] : by_node_) {
      if (!there.asked_at) there.asked_at = at;
    }
  }
  // True where other people are there now.
  bool forget_unanswered_since(Instant then) {
    return std::erase_if(by_node_,
                         [&](const auto& each) { return each.second.asked_at && *each.second.asked_at <= then; }) > 0;
  }

  // ---- Who is there ----
  bool has_seat(int seat) const {
    return std::ranges::any_of(by_node_, [&](const auto& each) {
      return each.second.is_known && (each.second.presence.seats >> seat & 1U) != 0;
    });
  }
  // People who are not counted already by who asks.
  template <typename IsCounted>
  int spectators(IsCounted is_counted) const {
    int unnamed = 0;
    std::set<std::string_view> named;
    for (const auto& [node, there] : by_node_) {
      if (!there.is_known) continue;
      unnamed += there.presence.unnamed;
      for (const std::string& person : there.presence.spectators) {
        if (!is_counted(person)) named.insert(person);
      }
    }
    return unnamed + static_cast<int>(named.size());
  }

  // ---- What the others know of this node ----
  const Presence& told() const { return told_; }
  void note_told(Presence presence, Instant at) {
    told_ = std::move(presence);
    told_at_ = at;
  }
  // It was told so long ago that it is to be told again.
  bool is_told_before(Instant then) const { return told_ != Presence{} && told_at_ <= then; }

 private:
  struct There {
    Presence presence;
    bool is_known = false;  // the node, to this one
    Instant heard_at{};
    std::optional<Instant> asked_at;  // and not answered since
  };

  std::map<std::string, There> by_node_;  // those where anybody is
  Presence told_;
  Instant told_at_{};
};

}  // namespace crownstar::live
