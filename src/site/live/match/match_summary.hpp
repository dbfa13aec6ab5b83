// A match in a list: from its header, and from the match where it is in memory; and its form on the wire.
#pragma once

#include "site/live/match/live_match.hpp"
#include "site/live/ports/live_requests.hpp"
#include "site/wire/generated/wire_lobby.hpp"

namespace crownstar::live {

MatchSummary summary_of(const store::MatchHeader& header);
MatchSummary summary_of(const LiveMatch& live);

// Without what depends on the reader.
wire::MatchSummary summary_view(const MatchSummary& summary);

}  // namespace crownstar::live
