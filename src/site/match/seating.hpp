// Seat assignment: by lot in the first game, reversed in a rematch (AM-11), and how a match with all seats taken
// begins.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "site/match/event.hpp"
#include "site/match/terms/refused.hpp"

namespace crownstar::match {

// Which player sits where, by the caller's random number: result[seat] is the index of the player. In a game of teams,
// mates (players i and i + half) stay opposite each other.
std::vector<int> drawn_seats(int seats, bool is_teamed, std::uint64_t random);

struct Seating {
  Terms terms;                  // clocks go with their players: odds are a person's
  std::vector<Player> players;  // by seat
};

// Everybody moves on by one seat: colours are swapped, in a star another seat begins; mates stay mates.
Seating rematch_of(const Terms& terms, std::span<const Player> players);

// Created, a Seated for each player, Started: the first batch of a match whose players are all there.
std::expected<std::vector<Event>, Refused> opening(const Terms& terms, std::span<const Player> players, Instant now);

// Whether this player may take a seat: rated games are for accounts only. No other code decides this.
std::expected<void, Refused> may_sit(const Terms& terms, const Player& player);

}  // namespace crownstar::match
