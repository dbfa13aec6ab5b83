// Knows each kind of a match's event in both of its forms: the match's own and the wire's.
// Refuses to know what a row leaves out and who is told; that is match_wire's.
#pragma once

#include "site/match/event.hpp"
#include "site/wire/generated/wire_table.hpp"

namespace crownstar::protocol {

// All of the event but the credit of a move, which nobody is told.
match::Event event_of(int number, const MatchEvent& event);

}  // namespace crownstar::protocol
