// A challenge: a game that one account offers to another, and what becomes of it.
// It does not know who is connected, and how nodes speak of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/limits.hpp"
#include "site/lobby/seeks/requests.hpp"
#include "site/match/player.hpp"
#include "site/people/person.hpp"

namespace crownstar::lobby {

// Limits of challenges.
inline constexpr std::size_t challenges_of_a_player = 10;  // made and not answered
inline constexpr std::size_t challenges_to_a_player = 40;
inline constexpr std::size_t challenges_of_a_node = 2'000;
inline constexpr limits::Throttle challenges_made_of_a_player{20, std::chrono::seconds{3}};
// A challenge with a clock ends so long after its challenger has lost the connection; one of days, or without a clock,
// so long after it was made.
inline constexpr Milliseconds challenger_gone_wait = limits::seek_gone_wait;
inline constexpr Milliseconds slow_challenge_life = limits::invitation_life;

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

struct ChallengeAnswer {
  enum class Kind : std::uint8_t { accept, decline, cancel };
  Kind kind = Kind::accept;
  std::string node;  // that asks
  std::string person;
  std::string challenge;
  std::string reason;
};

}  // namespace crownstar::lobby
