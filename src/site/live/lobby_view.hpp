// Knows how a seek and a match look in a list on the wire.
// Refuses to know who looks.
#pragma once

#include <string>

#include "site/live/requests.hpp"
#include "site/wire/generated/wire_lobby.hpp"

namespace crownstar::live {

protocol::Seek seek_view(const lobby::SeekView& seek);
// The name of the match that a seek becomes.
std::string match_of_seek(const std::string& seek);
// Without what depends on the reader.
protocol::MatchSummary summary_view(const MatchSummary& summary);

}  // namespace crownstar::live
