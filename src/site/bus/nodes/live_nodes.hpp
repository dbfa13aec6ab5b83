// Which nodes serve this site just now, as far as they have been heard, and which of them looks after a match.
// It does not know how nodes are heard, nor what looking after a match means. No promise depends on it: the store's
// keys keep those.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <string_view>

#include "base/put_off.hpp"

namespace crownstar::bus {

class LiveNodes {
 public:
  using Instant = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

  explicit LiveNodes(std::string me, Instant since = {}) : me_(std::move(me)), since_(since) {}

  const std::string& me() const { return me_; }
  std::size_t size() const { return others_.size() + 1; }
  bool is_known(std::string_view node) const { return node == me_ || others_.contains(node); }
  template <typename Is>
  bool is_any_other(Is is) const {
    return std::ranges::any_of(others_, [&](const auto& other) { return is(other.first); });
  }

  // A sign of life: when the node began, and how many people are connected there. True where the node was not known.
  bool heard(std::string_view node, Instant at, int online, Instant since = {});
  // True where it was known.
  bool gone(std::string_view node);
  // Forgets nodes not heard since then. True if there were any.
  bool forget_silent(Instant since);

  // Every node with the same view answers the same, and a node that comes or goes moves only its own share.
  std::string_view owner_of(std::string_view key) const;
  bool is_mine(std::string_view key) const { return owner_of(key) == me_; }

  // This process stood still for so long, so that it could hear nobody.
  void time_lost(std::chrono::milliseconds time, Instant now) {
    for (auto& [name, other] : others_) other.heard = base::put_off(other.heard, time, now);
  }

  // The node that has run longest: it stays the same while others come.
  std::string_view oldest_node() const;
  Instant since() const { return since_; }
  void begin(Instant at) { since_ = at; }

  int online_elsewhere() const;

 private:
  struct Other {
    Instant heard{};
    int online = 0;
    Instant since{};
  };

  std::string me_;
  Instant since_{};
  std::map<std::string, Other, std::less<>> others_;
};

}  // namespace crownstar::bus
