// Facts of a match that it does not know itself and readers want to see: its id, its host, who finds it.
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
