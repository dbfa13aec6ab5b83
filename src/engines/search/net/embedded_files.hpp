// Knows where in the program the files of nets/ are; cmake/nets.cmake writes what this declares.
// Refuses to know what is in them.
#pragma once

#include <span>

namespace crownstar::search::net {

std::span<const std::span<const unsigned char>> embedded_files();

}  // namespace crownstar::search::net
