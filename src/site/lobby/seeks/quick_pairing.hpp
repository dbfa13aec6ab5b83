// Quick pairing: who waits for any opponent of about their strength, and which of them play together: longest waiting
// first, within a window of ratings that widens with time. It does not know seeks, seats asked for, and who is
// connected.
// Games of more than two are for programs and other clients of the API: the page leads to a table instead, where one
// sees who has come.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/put_off.hpp"
#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {

struct Quick {
  std::string id;
  Player player;
  match::Terms terms;
  int seats = 2;
  Instant since{};
  std::string pool;  // equal for those who can play together
  bool is_listed = false;

  SeekView view() const;
};

class QuickPairing {
 public:
  // `gone` is called for everybody who no longer waits.
  QuickPairing(const Bounds& bounds, std::function<void(const Quick&)> gone)
      : bounds_(bounds), gone_(std::move(gone)) {}

  bool has(std::string_view person) const { return place_of_.contains(person); }
  const Quick* find(std::string_view person) const;
  const Quick* find_seek(std::string_view seek) const;
  // Null if too many wait.
  const Quick* add(Quick waiting);
  void remove(std::string_view person);
  void end_the_old(Instant now);
  void time_lost(Milliseconds time, Instant now) {
    for (Quick& waiting : waiting_) waiting.since = base::put_off(waiting.since, time, now);
  }
  const std::list<Quick>& waiting() const { return waiting_; }  // longest first

  // How far the rating of an opponent may be off by now.
  int window(const Quick& waiting, Instant now) const;

  // A whole game with this person in it, who leaves with all others of it.
  std::optional<Pairing> pairing_with(std::string_view person, Instant now, const Draw& draw);

 private:
  bool fit(const Quick& one, const Quick& other, Instant now) const;

  Bounds bounds_;
  std::function<void(const Quick&)> gone_;
  std::list<Quick> waiting_;
  int listed_ = 0;
  std::map<std::string, std::list<Quick>::iterator, std::less<>> place_of_;
};

}  // namespace crownstar::lobby
