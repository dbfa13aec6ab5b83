// A connection that believes what it is told and checks that it fits: nothing missed, nothing twice, never back.
// It does not know what is tested.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::testing_site {

// What one connection believes of a match, from what it was told alone.
struct Belief {
  int number = -1;
  std::vector<std::string> moves;
  wire::Status status;
  int spectators = 0;
  std::vector<bool> seats;  // whose people are connected; empty where that has not been told
  // What was said in the room that it was told of as a whole, by number; none where some may be missing.
  std::optional<std::map<std::int64_t, std::string>> lines;
  bool is_player = false;  // when it was told all
  // What this connection was told: the number of the last event, or before the first one that it asked for. It may be
  // less than is known, where the node before had heard more.
  int shown = -1;
  bool is_behind = false;   // it was shown less: it is to say what it knows, as the page does
  bool may_repeat = false;  // it has said so: the answer begins there, whatever has come meanwhile
};

class Reader : public Attached {
 public:
  using Attached::Attached;

  void send(Text text) override {
    const auto message = wire::decode<wire::ServerMessage>(*text);
    ASSERT_TRUE(message) << *text << ": " << message.error().reason;
    if (const auto* whole = std::get_if<wire::ServerSnapshot>(&*message)) take(whole->snapshot);
    if (const auto* events = std::get_if<wire::ServerEvents>(&*message)) take(*events);
    if (const auto* there = std::get_if<wire::ServerPresence>(&*message)) take(*there);
    if (const auto* said = std::get_if<wire::ServerChat>(&*message)) take(*said);
  }

  std::map<std::string, Belief> beliefs;
  int heard = 0;  // events
  int departed = 0;
  int returned = 0;

 private:
  void take(const wire::Snapshot& snapshot) {
    Belief& belief = beliefs[snapshot.match];
    ASSERT_GE(snapshot.number, belief.shown) << "a match never goes back";
    belief.shown = snapshot.number;
    belief.is_player = snapshot.seat.has_value();
    belief.lines.emplace();
    for (const wire::ChatLine& line : snapshot.chat) belief.lines->emplace(line.id, line.text);
    belief.is_behind = snapshot.number < belief.number;
    if (belief.is_behind) return;
    belief.number = snapshot.number;
    belief.status = snapshot.status;
    belief.spectators = snapshot.spectators;
    belief.moves.clear();
    for (const wire::Move& move : snapshot.moves) belief.moves.push_back(move.text);
  }
  // As the page does it, which has a line of each number once.
  void take(const wire::ServerChat& message) {
    const auto found = beliefs.find(message.match);
    if (found != beliefs.end() && found->second.lines) found->second.lines->emplace(message.line.id, message.line.text);
  }
  void take(const wire::ServerPresence& message) {
    const auto found = beliefs.find(message.match);
    if (found == beliefs.end()) return;
    found->second.spectators = message.spectators;
    found->second.seats = message.seats;
  }
  void take(wire::ServerEvents message) {
    Belief& belief = beliefs[message.match];
    if (belief.may_repeat && message.first <= belief.shown) {
      const auto had = std::min<std::ptrdiff_t>(belief.shown + 1 - message.first, std::ssize(message.events));
      message.events.erase(message.events.begin(), message.events.begin() + had);
      message.first = belief.shown + 1;
    }
    ASSERT_EQ(message.first, belief.shown + 1) << "nothing missed, nothing twice";
    belief.shown += static_cast<int>(message.events.size());
    if (belief.shown < belief.number) return;
    belief.is_behind = false;
    const auto fresh = belief.shown - belief.number;
    message.events.erase(message.events.begin(), message.events.end() - fresh);
    for (const wire::MatchEvent& event : message.events) {
      ++belief.number;
      ++heard;
      departed += std::holds_alternative<wire::MatchDeparted>(event) ? 1 : 0;
      returned += std::holds_alternative<wire::MatchReturned>(event) ? 1 : 0;
      const bool may_be_another_room = std::holds_alternative<wire::MatchSeated>(event) ||
                                       std::holds_alternative<wire::MatchUnseated>(event) ||
                                       std::holds_alternative<wire::MatchSubstituted>(event);
      if (may_be_another_room) belief.lines.reset();
      if (const auto* moved = std::get_if<wire::MatchMoved>(&event)) belief.moves.push_back(moved->text);
      if (const auto* back = std::get_if<wire::MatchTakenBack>(&event)) {
        belief.moves.resize(static_cast<std::size_t>(back->moves_left));
      }
    }
    belief.status = message.status;
    ASSERT_EQ(belief.status.ply, static_cast<int>(belief.moves.size()));
  }
};

}  // namespace crownstar::live::testing_site
