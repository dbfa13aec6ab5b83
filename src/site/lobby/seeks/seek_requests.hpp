// Requests to the lobby and its answers: plain values, whatever form they came in.
// It does not know JSON, sockets and sessions; who asks has been checked before.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {

// Called once, on the event loop's thread, perhaps before the asking function returns.
template <typename T>
using Done = std::function<void(std::expected<T, Refused>)>;

// A seat that somebody has in a match; -1 for a person who made a match without taking a seat.
struct Sat {
  std::string match;
  int seat = -1;
  std::string code;  // of a match by link, for its host alone: whoever has it may sit down
};

// A request for an opponent; it stays in the lobby until somebody takes it or a fitting seek comes.
struct SeekRequest {
  match::Terms terms;
  RatingRange ratings;
  int seat = -1;  // -1: by lot
  bool is_by_link = false;
  bool is_quick = false;  // pair with the first seek that fits, and wait only if there is none; the seat is by lot
  struct EngineSeat {
    std::string engine;
    int seat = -1;  // -1: by lot
  };
  std::vector<EngineSeat> engines;
  std::string id = {};  // of a quick one that goes on with another leader of the lobby
};

struct SeekResult {
  std::string seek;
  std::string code;          // of an invitation, for its host alone
  std::optional<Sat> match;  // if it became one at once
};

}  // namespace crownstar::lobby
