// What is due: clocks, engines that failed, matches nobody came to, matches that leave memory.
#include <algorithm>

#include <fmt/format.h>

#include "site/live/live_parts.hpp"

namespace crownstar::live {
namespace {

constexpr std::size_t most_at_once = 500;  // matches looked at in one tick; the rest a moment later
constexpr Milliseconds looked_at_again{50};
constexpr std::chrono::minutes read_from_store_again_after{1};

// Nobody sees its flag fall while it cannot be read.
bool is_clock_unread(const LiveMatch& live) {
  return !live.match && live.header.state == store::MatchState::running && live.has_clock();
}

}  // namespace

bool LiveSite::Parts::is_leaving_due(const LiveMatch& live, Instant now) const {
  return live.watchers.empty() && !live.is_busy() && !live.engine.is_thinking() &&
         now >= live.timing.touched + (live.is_unfinished() ? settings.keep_idle : settings.keep_finished);
}

// Where no clock says who is late nobody is to blame: the match ends without a result, so that what was left standing
// does not stand for ever.
std::optional<Instant> LiveSite::Parts::closing_at(const LiveMatch& live) const {
  if (live.header.state != store::MatchState::running || live.has_clock()) return std::nullopt;
  const bool is_begun = live.match ? std::ssize(live.match->moves()) >= live.match->seats() : live.timing.is_begun;
  const Instant quiet_since = live.match ? live.match->last_at() : live.timing.quiet_since;
  return std::max(quiet_since + (is_begun ? settings.close_quiet : settings.close_unbegun),
                  opened_at + limits::quiet_match_grace) +
         replication.grace_of(live);
}

// A match that nobody has joined.
Instant LiveSite::Parts::waits_until(const LiveMatch& live) const {
  return std::max(live.header.created + limits::waiting_match_life, opened_at + limits::quiet_match_grace) +
         replication.grace_of(live);
}

void LiveSite::Parts::close_quiet(LiveMatch& live, Instant at) {
  if (live.match) {
    const auto days = std::chrono::floor<std::chrono::days>(settings.close_quiet).count();
    const bool is_begun = std::ssize(live.match->moves()) >= live.match->seats();
    return pipeline.house(
        live, {match::house,
               -1,
               match::Abort{is_begun ? fmt::format("nobody has played for {} days: closed without a result", days)
                                     : "nobody began to play"},
               {}});
  }
  // What its header knows of is old; the events may know better.
  if (being_closed >= limits::matches_loading) return;
  ++being_closed;
  load(live, [weak = weak_from_this(), id = live.id, at](std::expected<LiveMatch*, Refused> loaded) {
    const auto parts = weak.lock();
    if (!parts) return;
    --parts->being_closed;
    if (!loaded) {  // tried again another day
      if (LiveMatch* const unread = parts->find(id)) unread->timing.quiet_since = at;
      return;
    }
    const std::optional<Instant> due = parts->closing_at(**loaded);
    if (due && *due <= at) parts->close_quiet(**loaded, at);
    (*loaded)->timing.touched = at - std::max(parts->settings.keep_idle, parts->settings.keep_finished);
  });
}

// A match whose clock runs stays in memory: its deadline needs the events. So does one whose engine thinks.
std::optional<Instant> LiveSite::Parts::due_at(const LiveMatch& live) const {
  std::optional<Instant> due;
  const auto consider = [&](Instant at) { due = due ? std::min(*due, at) : at; };
  if (live.is_storing() || live.loads.is_loading()) return due;
  const Instant again = live.timing.not_before.value_or(Instant{});
  if (live.header.state == store::MatchState::open) {
    consider(std::max(waits_until(live), again));
  }
  if (live.engine.again_at()) consider(std::max(*live.engine.again_at(), again));
  if (live.timing.not_before && (live.engine.is_thinking() || live.pause.since || live.match))
    consider(*live.timing.not_before);
  if (live.pause.since && live.match && !live.timing.not_before) consider(*live.pause.since);
  if (const auto closing = closing_at(live)) consider(std::max(*closing, again));
  if (is_clock_unread(live) && live.copy.is_mine) consider(live.timing.touched + read_from_store_again_after);
  if (!live.match) {
    if (!live.is_unfinished()) consider(live.timing.touched + settings.keep_finished);
    return due;
  }
  const std::optional<Instant> deadline = live.match->deadline();
  if (deadline && !live.pause.since) consider(std::max(*deadline + replication.grace_of(live), again));
  const bool may_leave = (!deadline || !live.copy.is_mine) && live.watchers.empty() && !live.engine.is_thinking();
  if (may_leave) consider(live.timing.touched + (live.is_unfinished() ? settings.keep_idle : settings.keep_finished));
  return due;
}

void LiveSite::Parts::schedule(LiveMatch& live) {
  const bool is_timed = live.match && live.match->deadline();
  timed += static_cast<int>(is_timed) - static_cast<int>(live.timing.is_counted_as_timed);
  live.timing.is_counted_as_timed = is_timed;
  count(live);
  const bool is_needed = !live.match || (is_timed && live.copy.is_mine) || !live.watchers.empty() ||
                         live.engine.is_thinking() || live.is_busy();
  leaving.set(live, live.timing.leaving,
              is_needed || site.is_closing ? std::nullopt : std::optional(live.timing.touched));
  deadlines.set(live, live.timing.due, site.is_closing ? std::nullopt : due_at(live));
}

// What it adds to the figures, which nobody has to count together then.
void LiveSite::Parts::count(LiveMatch& live) {
  const MatchTiming::Counted now_is{live.match != nullptr, live.header.state == store::MatchState::running,
                                    live.header.state == store::MatchState::open, live.watchers.spectators()};
  site.counts.matches_in_memory += static_cast<std::size_t>(now_is.is_in_memory);
  site.counts.matches_in_memory -= static_cast<std::size_t>(live.timing.counted.is_in_memory);
  site.counts.matches_running += static_cast<std::size_t>(now_is.is_running);
  site.counts.matches_running -= static_cast<std::size_t>(live.timing.counted.is_running);
  site.counts.matches_waiting += static_cast<std::size_t>(now_is.is_waiting);
  site.counts.matches_waiting -= static_cast<std::size_t>(live.timing.counted.is_waiting);
  site.counts.spectators += static_cast<std::size_t>(now_is.spectators);
  site.counts.spectators -= static_cast<std::size_t>(live.timing.counted.spectators);
  live.timing.counted = now_is;
}

void LiveSite::Parts::on_due(LiveMatch& live, Instant at) {
  if (live.is_storing() || live.loads.is_loading()) return schedule(live);
  if (live.timing.not_before && *live.timing.not_before <= at) live.timing.not_before.reset();
  if (!live.match) {
    const bool is_to_be_read =
        is_clock_unread(live) && live.copy.is_mine && live.timing.touched + read_from_store_again_after <= at;
    if (live.header.state == store::MatchState::open || is_to_be_read) {
      load(live, [](const auto&) {});  // and is looked at again when it is there
    } else if (const auto closing = closing_at(live); closing && *closing <= at) {
      close_quiet(live, at);
    } else if (is_leaving_due(live, at)) {
      return unload(live);
    }
    return schedule(live);
  }
  if (live.pause.since) {
    if (!live.timing.not_before) pipeline.resume(live);
  } else if (live.match->deadline() && *live.match->deadline() + replication.grace_of(live) <= at) {
    pipeline.house(live, {match::house, -1, match::Tick{}, {}});
  } else if (live.header.state == store::MatchState::open && waits_until(live) <= at) {
    pipeline.house(live, {match::house, -1, match::Abort{"nobody came to play"}, {}});
  } else if (const auto closing = closing_at(live); closing && *closing <= at) {
    close_quiet(live, at);
  } else if (live.match->phase() == match::Phase::playing) {
    if (live.engine.again_at() && *live.engine.again_at() <= at) live.engine.ask_again_now();
    engine_seats.ask(live);
    engine_seats.answer_offers(live);
  } else {
    seating.rematch(live);
  }
  if ((!live.match->deadline() || !live.copy.is_mine) && is_leaving_due(live, at)) return unload(live);
  schedule(live);
}

void LiveSite::Parts::tick() {
  if (site.is_closing) return;
  look_for_lost_time();
  const Instant at = now();
  for (LiveMatch* live : deadlines.due(at, most_at_once)) {
    on_due(*live, at);
  }
  // Whatever could not be dealt with now is not looked at all the time.
  for (LiveMatch* live : deadlines.due(at, most_at_once)) deadlines.set(*live, live->timing.due, at + looked_at_again);
  if (alive_at && *alive_at <= at && !is_marking) {
    if (timed > 0) mark_alive([] {});
    alive_at = at + settings.alive_every;
  }
  if (cluster.next()) cluster.tick(at);
  load_clocked();
  if (second_at && *second_at <= at) tell_once_a_second(at);
}

std::optional<Instant> LiveSite::Parts::next_deadline() const {
  std::optional<Instant> next = deadlines.next();
  for (const auto& other : {alive_at, second_at, cluster.next()}) {
    if (other && (!next || *other < *next)) next = other;
  }
  return next;
}

}  // namespace crownstar::live
