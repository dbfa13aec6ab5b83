// Knows a match as a file: PDN, the star's record, JSON.
// Refuses to know how the record of a game is written, which is the record's own.
#pragma once

#include "site/live/requests.hpp"
#include "site/live/table.hpp"

namespace crownstar::hall {

std::expected<Exported, Refused> exported(const Table& table, ExportForm form, Instant now);

}  // namespace crownstar::hall
