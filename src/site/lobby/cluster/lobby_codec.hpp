// Knows how a node asks the leader of the lobby for a person, how that answers, and how it tells of its seeks: lines,
// the terms in JSON. Refuses to know buses, and what the lobby makes of it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/lobby/seeks/requests.hpp"
#include "site/people/person.hpp"

namespace crownstar::lobby {

using people::Person;

struct LobbyRequest {
  enum class Kind { seek, take, accept, fill, leave };
  Kind kind = Kind::seek;
  std::string node;  // that asks
  Person person;
  bool is_present = false;  // connected there
  std::string named;        // the seek, or the code of an invitation
  int seat = -1;
  std::string engine;  // that fills it
  SeekRequest seek;    // of a seek
};

std::string write_request(const LobbyRequest& request);
std::optional<LobbyRequest> read_request(std::string_view text);

// What the leader tells the others of its seeks: some as they are now, and some that are gone. After a portion of all
// of them nothing lies between its ends but what it has.
struct LobbyCopy {
  std::string node;
  bool is_portion = false;
  std::string after;  // a portion's ends: behind this one
  std::string last;   // up to this one; none: to the end
  std::vector<std::string> gone;
  std::vector<SeekCopy> kept;
};

std::string write_copy(const LobbyCopy& copy);
std::optional<LobbyCopy> read_copy(std::string_view text);

std::string write_sought(const std::expected<Sought, Refused>& sought);
std::expected<Sought, Refused> read_sought(std::string_view text);

}  // namespace crownstar::lobby
