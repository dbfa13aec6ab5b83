// What readers want to know of a match and the match itself does not hold: its id, its host, who may find it.
// It does not know the match.
#pragma once

#include "site/live/match/live_match.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {

inline wire::SetupFacts facts_of(const LiveMatch& live) {
  return {live.id, live.header.is_listed ? wire::Visibility::lobby : wire::Visibility::link, live.details.host,
          live.details.previous, live.header.created};
}

}  // namespace crownstar::live
