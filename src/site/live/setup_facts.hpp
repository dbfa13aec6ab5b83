// Knows what a match does not know of itself and its readers want to see: its id, its host, who finds it.
// Refuses to know the match.
#pragma once

#include "site/live/table.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::hall {

inline protocol::SetupFacts facts_of(const Table& table) {
  return {table.id, table.header.is_listed ? protocol::Visibility::lobby : protocol::Visibility::link,
          table.details.host, table.details.previous, table.header.created};
}

}  // namespace crownstar::hall
