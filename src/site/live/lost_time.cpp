// Time that nobody could use: the process stood still, or the wall clock jumped. No clock of a match has run then, no
// seek has grown older, and no node has been silent.
#include <fmt/format.h>

#include "site/live/live_parts.hpp"

namespace crownstar::live {

void LiveSite::Parts::look_for_lost_time() {
  if (!ports.lost_time || site.is_closing) return;
  const std::optional<LostTime> lost = ports.lost_time();
  if (!lost) return;
  log(fmt::format("the server stood still, or its clock jumped, for {} s: nobody is charged for that time",
                  std::chrono::ceil<std::chrono::seconds>(lost->to - lost->from).count()));
  opened_at = lost->to;  // who could not come gets the grace that there is after a start
  link.nodes.time_lost(lost->to - lost->from);
  lobby.time_lost(lost->to - lost->from);
  for (auto& [id, live] : registry) {
    if (!live->match) {
      if (live->header.state == store::MatchState::running && live->has_clock() && !live->pause.since) {
        live->pause.since = lost->from;
      }
      continue;
    }
    pipeline.stand_still(*live, lost->from);
    // And goes on as soon as that is stored.
    if (live->pause.since && !live->timing.not_before) live->timing.not_before = lost->to;
    if (!live->is_storing()) schedule(*live);
  }
}

}  // namespace crownstar::live
