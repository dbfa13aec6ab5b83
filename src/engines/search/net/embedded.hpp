// The networks that are built into the program. docs/nets.md says how they are trained.
#pragma once

#ifdef CROWNSTAR_SMALL
#include <memory>
#endif
#include <string_view>

#include "engines/search/net/network.hpp"

namespace crownstar::search::net {

// Null where there is none for the game, or it is damaged.
const Network* embedded_network(std::string_view game);

#ifdef CROWNSTAR_SMALL
// The page's program has no networks built in: the page fetches them separately and hands them over. A later one for
// the same game replaces an earlier one.
void hand_over(std::unique_ptr<Network> network);
#endif

}  // namespace crownstar::search::net
