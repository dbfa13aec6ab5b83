#include "site/server/api/presence.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/limits.hpp"

namespace crownstar::server {

void Presence::enter(OpenConnection& connection) {
  if (connection.person_id().empty()) return;  // a reader without a session
  std::vector<OpenConnection*>& all = of_person_[connection.person_id()];
  const bool is_stream = connection.is_stream();
  const auto is_alike = [&](const OpenConnection* each) { return each->is_stream() == is_stream; };
  const auto most = is_stream ? limits::player_streams : limits::sockets_of_a_player;
  OpenConnection* oldest = std::ranges::count_if(all, is_alike) < most ? nullptr : *std::ranges::find_if(all, is_alike);
  // It no longer counts, though it takes a moment to close: otherwise quick successive connections would all be let in.
  if (oldest != nullptr) std::erase(all, oldest);
  all.push_back(&connection);
  if (oldest != nullptr) oldest->dismiss("replaced");
}

void Presence::leave(OpenConnection& connection) {
  const auto found = of_person_.find(connection.person_id());
  if (found == of_person_.end()) return;
  std::erase(found->second, &connection);
  if (found->second.empty()) of_person_.erase(found);
}

void Presence::end_handles(std::span<const std::string> handles) {
  const std::unordered_set<std::string_view> gone(handles.begin(), handles.end());
  std::vector<OpenConnection*> ended;
  for (const auto& [person, all] : of_person_) {
    for (OpenConnection* each : all) {
      if (gone.contains(each->handle())) ended.push_back(each);
    }
  }
  for (OpenConnection* each : ended) each->dismiss("signed_out");
}

void Presence::end_person(std::string_view person) {
  const auto found = of_person_.find(std::string(person));
  if (found == of_person_.end()) return;
  const std::vector<OpenConnection*> all = found->second;
  for (OpenConnection* each : all) each->dismiss("signed_out");
}

void Presence::rename(const people::Person& person) {
  const auto found = of_person_.find(person.id);
  if (found == of_person_.end()) return;
  for (OpenConnection* each : found->second) each->rename(person);
}

std::vector<std::string> Presence::everybody() const {
  std::vector<std::string> persons;
  persons.reserve(of_person_.size());
  for (const auto& [person, all] : of_person_) persons.push_back(person);
  return persons;
}

std::vector<std::string> Presence::handles_of(const std::string& person) const {
  std::vector<std::string> handles;
  const auto found = of_person_.find(person);
  if (found == of_person_.end()) return handles;
  for (const OpenConnection* each : found->second) {
    if (std::ranges::find(handles, each->handle()) == handles.end()) handles.push_back(each->handle());
  }
  return handles;
}

}  // namespace crownstar::server
