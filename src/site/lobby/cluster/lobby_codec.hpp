// Converts what nodes send each other about the lobby to and from the wire types of wire.toml. What is read is as sound
// as if this node's own lobby had made it, or is refused.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/lobby/seeks/seek_requests.hpp"
#include "site/people/person.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::lobby {

using people::Person;

struct LobbyRequest {
  enum class Kind { seek, take, accept, fill, leave };
  Kind kind = Kind::seek;
  std::string node;  // that sends the request
  Person person;
  bool is_present = false;  // connected there
  std::string named;        // the seek, or the code of an invitation
  int seat = -1;
  std::string engine;  // that fills it
  SeekRequest seek;    // of a seek
};

std::string write_request(const LobbyRequest& request);
std::optional<LobbyRequest> read_request(std::string_view text);

// Seeks of the leader for the other nodes: some as they are now, and some that are gone. A portion has every seek of
// the leader that lies between its ends.
struct LobbyCopy {
  std::string node;
  bool is_portion = false;
  std::string after;  // the beginning of a portion: behind this seek
  std::string last;   // its end: this seek; empty: the end of all
  std::vector<std::string> gone;
  std::vector<SeekCopy> kept;
};

std::string write_copy(const LobbyCopy& copy);
std::optional<LobbyCopy> copy_of(const wire::LobbyCopy& message);

std::string write_seek_result(const std::expected<SeekResult, Refused>& sought);
std::expected<SeekResult, Refused> read_seek_result(std::string_view text);

}  // namespace crownstar::lobby
