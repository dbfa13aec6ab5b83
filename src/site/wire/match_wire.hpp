// Converts a match to and from wire types: events, terms, status, setup and moves, for clients and for the store.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "site/match/match.hpp"
#include "site/wire/generated/wire_client.hpp"
#include "site/wire/generated/wire_lobby.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/generated/wire_stored.hpp"
#include "site/wire/generated/wire_table.hpp"

namespace crownstar::wire {

// ---- What a row keeps ----

// The body of an event's row. Its number is the row's own. A row is never changed, so it has no person's id or name:
// those are in the match's seats, where a deleted account can be taken out. `origin`: the command that led to the
// event, so that it is recognised when it is sent again after a restart.
struct Origin {
  std::string request;  // the sender's own name for it; empty: none
  int seat = -1;        // that sent it
};
std::string stored_body(const match::Event& event, const Origin& origin = {});

struct RecalledEvent {
  match::Event event;
  Origin origin;
};

// `seats`: who the match's header says sits where. A person not named there any more gets a stand-in.
Checked<RecalledEvent> stored_event(int number, std::string_view body, std::span<const match::Player> seats);

// Stands for a player whose account is gone, with an id for each seat, so that no two seats seem one person's.
match::Player stand_in(int seat);

// ---- What watchers get ----

// `made`: the move that the event made, for the clock after it; may be null.
MatchEvent event_view(const match::Event& event, const match::PlayedMove* made = nullptr);

// `events` are the last ones that `match` has applied.
ServerEvents events_message(std::string_view id, std::span<const match::Event> events, const match::Match& match,
                            match::Instant now);

Status status_view(const match::Match& match, match::Instant now);
SummaryTime to_wire(const match::ClocksAt& time);
Move move_view(const match::Match& match, const match::PlayedMove& move);

// Facts about a match that the match itself does not have.
struct SetupFacts {
  std::string id;
  Visibility visibility = Visibility::link;
  std::string host;      // empty: none
  std::string previous;  // the match that this is the rematch of; empty for none
  match::Instant created{};
};
Setup setup_view(const match::Match& match, const SetupFacts& facts);

// Without what depends on the reader: seat, chat and spectators are the caller's.
Snapshot snapshot_view(const match::Match& match, const SetupFacts& facts, match::Instant now);

// ---- Terms and players, both ways ----

Clock to_wire(const match::ClockTerms& clock);
match::ClockTerms from_wire(const Clock& clock);
Player to_wire(const match::Player& player);
match::Player from_wire(const Player& player);
MatchTerms to_wire(const match::Terms& terms);
match::Terms from_wire(const MatchTerms& terms);
Outcome outcome_view(match::EndKind ending, const game::Outcome& outcome);

match::Command command_of(const Do& what, int seat, int after, match::Milliseconds lag);

std::int64_t to_wire(match::Instant at);
match::Instant instant_of(std::int64_t at);

}  // namespace crownstar::wire
