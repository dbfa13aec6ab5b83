// Knows what a match does not know of itself and its readers want to see: its id, its host, who finds it.
// Refuses to know the match.
#pragma once

#include "site/live/match/live_match.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {

inline wire::SetupFacts facts_of(const LiveMatch& live) {
  return {live.id, live.header.is_listed ? wire::Visibility::lobby : wire::Visibility::link, live.details.host,
          live.details.previous, live.header.created};
}

}  // namespace crownstar::live
