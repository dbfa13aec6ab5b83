// Converts each kind of match event between the match's own type and the wire's.
#pragma once

#include "site/match/event.hpp"
#include "site/wire/generated/wire_table.hpp"

namespace crownstar::wire {

// All of the event but the credit of a move, which is not sent.
match::Event event_of(int number, const MatchEvent& event);

}  // namespace crownstar::wire
