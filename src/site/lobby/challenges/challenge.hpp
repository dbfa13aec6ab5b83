// A challenge: a game that one account offers to another, and what becomes of it.
// It does not know who is connected, and how nodes speak of it.
#pragma once

#include <cstdint>
#include <string>

#include "site/lobby/seeks/seek_requests.hpp"
#include "site/match/player.hpp"
#include "site/people/person.hpp"

namespace crownstar::lobby {

struct ChallengePlayer {
  match::Player player;  // with the rating in such games
  bool is_bot = false;

  bool operator==(const ChallengePlayer&) const = default;
};

struct Challenge {
  std::string id;    // also of the match that it becomes
  std::string node;  // where it was made, and is answered
  ChallengePlayer challenger;
  ChallengePlayer dest;
  match::Terms terms;
  int seat = -1;  // the challenger's; -1: by lot
  Instant made{};

  bool has_clock() const {
    const match::ClockKind kind = terms.clocks.front().kind;
    return kind != match::ClockKind::none && kind != match::ClockKind::days;
  }
  bool is_of(std::string_view person) const { return challenger.player.id == person || dest.player.id == person; }

  bool operator==(const Challenge&) const = default;
};

enum class ChallengeStep : std::uint8_t { made, canceled, declined, accepted };

// For the two whom it concerns, wherever they are connected.
struct ChallengeNotice {
  ChallengeStep step = ChallengeStep::made;
  const Challenge* challenge = nullptr;
  std::string reason;  // why it was declined: a word of the protocol
};

struct ChallengeRequest {
  match::Terms terms;
  int seat = -1;
};

}  // namespace crownstar::lobby
