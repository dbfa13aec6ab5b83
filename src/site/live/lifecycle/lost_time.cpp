#include "site/live/lifecycle/lost_time.hpp"

#include <chrono>

#include <fmt/format.h>

namespace crownstar::live {

void LostTimeCredit::look() {
  const std::optional<LostTime> lost = lost_ ? lost_() : std::nullopt;
  if (!lost) return;
  ++losses_;
  context_.log(fmt::format("the server stood still, or its clock jumped, for {} s: nobody is charged for that time",
                           std::chrono::ceil<std::chrono::seconds>(lost->to - lost->from).count()));
  timers_.begin(lost->to);  // who could not come gets the grace that there is after a start
  link_.nodes.time_lost(lost->to - lost->from, context_.now());
  lobby_.time_lost(lost->to - lost->from);
  challenges_.time_lost(lost->to - lost->from);
  new_matches_.time_lost();
  for (const auto& [id, live] : registry_) credit(*live, *lost);
}

void LostTimeCredit::credit(LiveMatch& live, const LostTime& lost) {
  if (!live.match) {
    const bool is_running = live.header.state == store::MatchState::running && live.has_clock();
    if (is_running && !live.pause.since) live.pause.since = lost.from;
    return timers_.schedule(live);
  }
  pipeline_.stand_still(live, lost.from);
  // And goes on as soon as that is stored.
  if (live.pause.since && !live.timing.not_before) live.timing.not_before = lost.to;
  timers_.schedule(live);
}

}  // namespace crownstar::live
