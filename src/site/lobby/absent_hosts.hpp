// Knows which hosts of open tables have no connection any more, and from when on they count as away: their tables are
// not shown until they are back.
// Does not know the tables, and where anybody is connected.
//
// It only hides tables at which nobody could play just now, so it may err: on a node that has just started, hosts who
// are connected nowhere count as present until a node says that they left, or takes them for away.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/put_off.hpp"
#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {

class AbsentHosts {
 public:
  void left(const std::string& person, Instant at) {
    if (absent_.size() < limits::connections) absent_.try_emplace(person, Absence{at});
  }
  // True where they counted as away.
  bool back(std::string_view person) {
    const auto found = absent_.find(person);
    if (found == absent_.end()) return false;
    const bool was_away = found->second.is_away;
    absent_.erase(found);
    return was_away;
  }
  bool is_away(std::string_view person) const {
    const auto found = absent_.find(person);
    return found != absent_.end() && found->second.is_away;
  }
  // Who count as away from now on. Whoever hosts nothing, any longer or at all, is forgotten.
  template <typename HostsAnything>
  std::vector<std::string> take_away(Instant at, HostsAnything hosts_anything) {
    std::vector<std::string> away;
    for (auto each = absent_.begin(); each != absent_.end();) {
      auto& [person, absence] = *each;
      const bool is_due = at - absence.since >= limits::seek_gone_wait;
      if (is_due && !hosts_anything(person)) {
        each = absent_.erase(each);
        continue;
      }
      if (is_due && !std::exchange(absence.is_away, true)) away.push_back(person);
      ++each;
    }
    return away;
  }
  // Those who count as away, and since when they have had no connection.
  std::vector<std::pair<std::string, Instant>> away() const {
    std::vector<std::pair<std::string, Instant>> all;
    for (const auto& [person, absence] : absent_) {
      if (absence.is_away) all.emplace_back(person, absence.since);
    }
    return all;
  }
  // Those of them of whom the other nodes are to be asked: that somebody came back is said once, and may be lost.
  std::vector<std::string> take_doubted(Instant at) {
    std::vector<std::string> doubted;
    for (auto& [person, absence] : absent_) {
      if (!absence.is_away || at - absence.asked < asked_again_after || doubted.size() >= most_at_once) continue;
      absence.asked = at;
      doubted.push_back(person);
    }
    return doubted;
  }
  std::size_t size() const { return absent_.size(); }
  void time_lost(Milliseconds time, Instant now) {
    for (auto& [person, absence] : absent_) absence.since = base::put_off(absence.since, time, now);
  }

 private:
  struct Absence {
    Instant since{};
    bool is_away = false;
    Instant asked{};  // the other nodes
  };
  static constexpr std::chrono::seconds asked_again_after{15};
  static constexpr std::size_t most_at_once = 100;

  std::map<std::string, Absence, std::less<>> absent_;  // by person
};

}  // namespace crownstar::lobby
