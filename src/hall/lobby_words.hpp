// Knows how a node asks the keeper of the lobby for a person, and how that answers: lines, the terms in JSON.
// Refuses to know buses, and what the lobby makes of it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "hall/requests.hpp"
#include "people/person.hpp"

namespace crownstar::hall {

struct LobbyWish {
  enum class Kind { seek, take, accept, fill, leave };
  Kind kind = Kind::seek;
  std::string node;  // that asks
  Person person;
  bool is_present = false;  // connected there
  std::string named;        // the seek, or the code of an invitation
  int seat = -1;
  std::string engine;  // that fills it
  SeekWish wish;       // of a seek
};

std::string write_wish(const LobbyWish& wish);
std::optional<LobbyWish> read_wish(std::string_view text);

std::string write_sought(const std::expected<Sought, Refused>& sought);
std::expected<Sought, Refused> read_sought(std::string_view text);

}  // namespace crownstar::hall
