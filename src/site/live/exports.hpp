// A match as a file: PDN, the star's record, JSON.
// It does not know how the record of a game is written, which is the record's own.
#pragma once

#include "site/live/match/live_match.hpp"
#include "site/live/ports/live_requests.hpp"

namespace crownstar::live {

std::expected<Exported, Refused> exported(const LiveMatch& live, ExportForm form, Instant now);

}  // namespace crownstar::live
