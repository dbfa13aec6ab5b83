// The time that is nobody's: while an event is being stored, while the store refuses, while the server is down.
#include "site/live/inside.hpp"

namespace crownstar::live {

// Who is to move learns of it only now. On several nodes each goes by when it has told its own listeners.
void LiveSite::Inside::note_told(LiveMatch& live, int first) {
  live.told = {first, now()};
  live.match->told(first, live.told->at);
}

// From the first thing that the store refused at this match until it stores again no clock runs, and none is shown to.
void LiveSite::Inside::stand_still(LiveMatch& live, Instant since) {
  if (live.stands_since || !live.match || !live.match->deadline()) return;
  live.stands_since = since;
  live.match->stand_still(since);
  audience.tell_pause(live);
}

match::Command LiveSite::Inside::resume_of(const LiveMatch& live) {
  return {match::house, -1, match::Resume{*live.stands_since}, {}};
}

// Another node may have given the time back. What it did not know of, since this one was refused earlier, is still owed
// to the same turn: as much earlier than now.
void LiveSite::Inside::settle_standing(LiveMatch& live, std::span<const match::Event> events) {
  if (!live.stands_since) return;
  Instant since = *live.stands_since;
  bool is_owed = true;
  for (const match::Event& event : events) {
    const auto* resumed = std::get_if<match::Resumed>(&event.what);
    if (resumed == nullptr) continue;
    is_owed = is_owed && resumed->down_since > since;
    since += event.at - resumed->down_since;
  }
  if (!is_owed || live.match->turn_since() > since || !live.match->deadline()) return live.stands_since.reset();
  live.stands_since = since;
  live.match->stand_still(since);
  live.not_before = now();
}

}  // namespace crownstar::live
