// Time that no player is charged for: while an event is being stored, while the store refuses, while the server is down
// or stands still.
#include <algorithm>
#include <utility>

#include "site/live/matches/commit_pipeline.hpp"

namespace crownstar::live {

// From then until the pause has been stored no clock runs, and none is shown running.
void CommitPipeline::stand_still(LiveMatch& live, Instant since) {
  if (live.pause.since) {
    if (live.commits.commit().operation.is<match::Resume>()) live.pause.is_lost_again = true;
    return;
  }
  if (!live.match || !live.match->deadline()) return;
  // What was lost before the last events were told is held already.
  live.stand_still(std::max(since, live.match->told_at()));
  observer_.pause_began(live);
}

// It is stored until then. What was lost since is told with that, and the next event records it: one that comes at
// once, for a server that went down now would know nothing of it.
void CommitPipeline::end_pause(LiveMatch& live) {
  live.pause.since.reset();
  if (!std::exchange(live.pause.is_lost_again, false) || !live.match->deadline()) return;
  live.stand_still(context_.now());
}

void CommitPipeline::store_pause(LiveMatch& live) {
  if (live.pause.since && live.match && !live.is_storing()) run(live, {resume_of(live), {}, {}});
}

// Another node may have credited the time already. If this node was refused earlier, the difference is still owed to
// the same turn.
void CommitPipeline::record_pause(LiveMatch& live, std::span<const match::Event> events) {
  if (!live.pause.since) return;
  Instant since = *live.pause.since;
  bool is_owed = true;
  bool has_resumed = false;
  for (const match::Event& event : events) {
    if (has_resumed) since += event.held;
    const auto* resumed = std::get_if<match::Resumed>(&event.what);
    if (resumed == nullptr) continue;
    is_owed = is_owed && resumed->down_since > since;
    since += event.at - resumed->down_since;
    has_resumed = true;
  }
  if (has_resumed) since += live.match->held();  // until it was heard here
  if (!is_owed || live.match->turn_since() > since || !live.match->deadline()) return end_pause(live);
  live.stand_still(since);
  live.timing.not_before = context_.now();
}

}  // namespace crownstar::live
