// Knows how a match looks in a list on the wire.
// Refuses to know who looks.
#pragma once

#include "site/live/ports/requests.hpp"
#include "site/wire/generated/wire_lobby.hpp"

namespace crownstar::live {

// Without what depends on the reader.
wire::MatchSummary summary_view(const MatchSummary& summary);

}  // namespace crownstar::live
