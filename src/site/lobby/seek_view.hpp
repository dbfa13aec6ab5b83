// How a seek looks in a list on the wire, and what the match is called that it becomes.
// It does not know who looks.
#pragma once

#include <string>

#include "site/lobby/seeks/open_seeks.hpp"
#include "site/wire/generated/wire_lobby.hpp"

namespace crownstar::lobby {

wire::Seek seek_view(const SeekView& seek);
std::string match_of_seek(const std::string& seek);

}  // namespace crownstar::lobby
