// A cache of recently used sessions, by the hash of their secret and by person, so that most requests need not ask the
// store.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/people/answer.hpp"
#include "site/people/person.hpp"
#include "site/store/rows.hpp"

namespace crownstar::people {

struct LiveSession {
  store::SessionRow row;
  Person person;
  Instant read{};  // from the store; after a while it is read again
};

// Bounded: the one met least lately is forgotten, which costs a look into the store and nothing else.
class SessionMemory {
 public:
  explicit SessionMemory(std::size_t most) : most_(most) {}

  LiveSession* find(const std::string& hash);
  void put(LiveSession session);
  void forget(const std::string& hash);
  // All of a person's, but one if its hash is given. Answers the handles.
  std::vector<std::string> forget_person(const std::string& person, std::string_view hash_kept = {});
  // By what they are called in lists: no more than the names need.
  void forget_handles(std::span<const std::string> handles);
  std::vector<LiveSession> of_person(const std::string& person) const;
  void rename(const Person& person);
  std::size_t size() const { return places_.size(); }

 private:
  std::size_t most_;
  std::list<LiveSession> order_;  // the one met last stands first
  std::unordered_map<std::string, std::list<LiveSession>::iterator> places_;
  std::map<std::string, std::set<std::string>> hashes_of_;  // by person
};

// When a session ends if it is not used again. `idle`: how long it may stay unused.
Instant session_end(Instant made, Instant seen, std::chrono::hours idle);
// A session is given another secret by the first request of another day.
bool is_rotation_due(Instant seen, Instant now);

}  // namespace crownstar::people
