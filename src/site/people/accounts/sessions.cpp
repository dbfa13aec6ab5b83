#include "site/people/accounts/sessions.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace crownstar::people {

LiveSession* SessionMemory::find(const std::string& hash) {
  const auto found = places_.find(hash);
  if (found == places_.end()) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return &*found->second;
}

void SessionMemory::put(LiveSession session) {
  forget(session.row.hash);
  if (places_.size() >= most_) forget(std::string(order_.back().row.hash));
  order_.push_front(std::move(session));
  places_[order_.front().row.hash] = order_.begin();
  hashes_of_[order_.front().person.id].insert(order_.front().row.hash);
}

void SessionMemory::forget(const std::string& hash) {
  const auto found = places_.find(hash);
  if (found == places_.end()) return;
  const auto place = found->second;
  places_.erase(found);
  const auto hashes = hashes_of_.find(place->person.id);
  hashes->second.erase(place->row.hash);
  if (hashes->second.empty()) hashes_of_.erase(hashes);
  order_.erase(place);
}

std::vector<std::string> SessionMemory::forget_person(const std::string& person, std::string_view hash_kept) {
  std::vector<std::string> handles;
  for (const LiveSession& session : of_person(person)) {
    if (session.row.hash == hash_kept) continue;
    handles.push_back(session.row.id);
    forget(session.row.hash);
  }
  return handles;
}

void SessionMemory::forget_handles(std::span<const std::string> handles) {
  std::vector<std::string> hashes;
  for (const LiveSession& session : order_) {
    if (std::ranges::find(handles, session.row.id) != handles.end()) hashes.push_back(session.row.hash);
  }
  for (const std::string& hash : hashes) forget(hash);
}

std::vector<LiveSession> SessionMemory::of_person(const std::string& person) const {
  std::vector<LiveSession> sessions;
  const auto found = hashes_of_.find(person);
  if (found == hashes_of_.end()) return sessions;
  for (const std::string& hash : found->second) sessions.push_back(*places_.at(hash));
  return sessions;
}

void SessionMemory::rename(const Person& person) {
  const auto found = hashes_of_.find(person.id);
  if (found == hashes_of_.end()) return;
  for (const std::string& hash : found->second) places_.at(hash)->person = person;
}

Instant session_end(Instant made, Instant seen, std::chrono::hours idle) {
  return std::min<Instant>(made + limits::session_life, seen + idle);
}

bool is_rotation_due(Instant seen, Instant now) {
  constexpr Milliseconds period = limits::session_rotation;
  return seen.time_since_epoch() / period < now.time_since_epoch() / period;
}

}  // namespace crownstar::people
