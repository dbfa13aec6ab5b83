// A connection that believes what it is told and checks that it fits: nothing missed, nothing twice, never back.
// It does not know what is tested.
#pragma once

#include <map>
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
  }

  std::map<std::string, Belief> beliefs;
  int heard = 0;  // events
  int departed = 0;
  int returned = 0;

 private:
  void take(const wire::Snapshot& snapshot) {
    Belief& belief = beliefs[snapshot.match];
    ASSERT_GE(snapshot.number, belief.number) << "a match never goes back";
    belief.number = snapshot.number;
    belief.status = snapshot.status;
    belief.spectators = snapshot.spectators;
    belief.moves.clear();
    for (const wire::Move& move : snapshot.moves) belief.moves.push_back(move.text);
  }
  void take(const wire::ServerPresence& message) {
    const auto found = beliefs.find(message.match);
    if (found == beliefs.end()) return;
    found->second.spectators = message.spectators;
    found->second.seats = message.seats;
  }
  void take(const wire::ServerEvents& message) {
    Belief& belief = beliefs[message.match];
    ASSERT_EQ(message.first, belief.number + 1) << "nothing missed, nothing twice";
    for (const wire::MatchEvent& event : message.events) {
      ++belief.number;
      ++heard;
      departed += std::holds_alternative<wire::MatchDeparted>(event) ? 1 : 0;
      returned += std::holds_alternative<wire::MatchReturned>(event) ? 1 : 0;
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
