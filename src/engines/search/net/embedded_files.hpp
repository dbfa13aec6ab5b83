// The bytes of the network files that are built into the program.
#pragma once

#include <span>

namespace crownstar::search::net {

std::span<const std::span<const unsigned char>> embedded_files();

}  // namespace crownstar::search::net
