// Knows the networks that the program has in it. Refuses to know how they were trained (docs/nets.md).
#pragma once

#include <string_view>

#include "search/net/network.hpp"

namespace crownstar::search::net {

// Null where there is none for the game, or it is damaged.
const Network* embedded_network(std::string_view game);

}  // namespace crownstar::search::net
