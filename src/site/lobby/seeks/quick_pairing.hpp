// Who waits for any opponent of about their strength, and who of them play together: longest waiting first,
// within a window of ratings that widens with time. It does not know seeks, seats wished for and who is connected.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {

struct Quick {
  std::string id;
  Player player;
  match::Terms terms;
  int seats = 2;
  Instant since{};
  std::string pool;  // equal for those who can play together
};

class QuickPairing {
 public:
  explicit QuickPairing(const Bounds& bounds) : bounds_(bounds) {}

  bool has(std::string_view person) const { return place_of_.contains(person); }
  bool has_seek(std::string_view seek) const;
  const Quick* find(std::string_view person) const;
  // Refused where too many wait.
  bool add(Quick waiting);
  void remove(std::string_view person);
  void end_the_old(Instant now);
  void time_lost(Milliseconds time) {
    for (Quick& waiting : waiting_) waiting.since += time;
  }
  const std::list<Quick>& waiting() const { return waiting_; }  // longest first

  // How far the rating of an opponent may be off by now.
  int window(const Quick& waiting, Instant now) const;

  // A whole game with this person in it, who leaves with all others of it.
  std::optional<Pairing> pairing_with(std::string_view person, Instant now, const Draw& draw);

 private:
  bool fit(const Quick& one, const Quick& other, Instant now) const;

  Bounds bounds_;
  std::list<Quick> waiting_;
  std::map<std::string, std::list<Quick>::iterator, std::less<>> place_of_;
};

}  // namespace crownstar::lobby
