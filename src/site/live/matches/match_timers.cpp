#include "site/live/matches/match_timers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "site/live/cluster/replication.hpp"

namespace crownstar::live {
namespace {

constexpr std::size_t most_at_once = 500;  // matches looked at in one tick; the rest a moment later
constexpr Milliseconds looked_at_again{50};
constexpr std::chrono::minutes read_from_store_again_after{1};

// Nobody sees its flag fall while it cannot be read. Where there is no clock, and it could not be read when that was
// due, an engine may have the move, or somebody's account is deleted.
bool is_reading_due(const LiveMatch& live) {
  if (live.match || !live.is_unfinished()) return false;
  const bool is_running = live.header.state == store::MatchState::running;
  if (is_running && live.has_clock()) return true;
  return live.pause.unread > 0 &&
         (live.has_empty_seat() || live.waits_for_nobody() || (is_running && live.has_engine()));
}

// This node will store soon that the time is nobody's. Where a match could not be read for two minutes, nobody knows
// when: three times, for one of the minutes may be a jump of the clock.
bool is_owed_time(const LiveMatch& live) {
  if (!live.pause.since || live.header.state != store::MatchState::running) return false;
  return live.match || (live.copy.is_mine && live.pause.unread < 3);
}

}  // namespace

bool MatchTimers::is_leaving_due(const LiveMatch& live, Instant now) const {
  return live.watchers.empty() && !live.is_busy() && !live.engine.is_thinking() &&
         now >= live.timing.touched + kept_for(live);
}

// A match that nobody has joined.
Instant MatchTimers::waits_until(const LiveMatch& live) const {
  return std::max(live.header.created + limits::waiting_match_life, opened_at_ + limits::quiet_match_grace) +
         grace_of(context_, live);
}

// Where no clock says who is late nobody is to blame: the match ends without a result, so that what was left standing
// does not stand for ever.
std::optional<Instant> MatchTimers::closing_at(const LiveMatch& live) const {
  if (live.header.state != store::MatchState::running || live.has_clock()) return std::nullopt;
  const bool is_begun = live.match ? std::ssize(live.match->moves()) >= live.match->seats() : live.timing.is_begun;
  const Instant quiet_since = live.match ? live.match->last_at() : live.timing.quiet_since;
  return std::max(quiet_since + (is_begun ? settings_.close_quiet : settings_.close_unbegun),
                  opened_at_ + limits::quiet_match_grace) +
         grace_of(context_, live);
}

void MatchTimers::close_quiet(LiveMatch& live, Instant at) {
  if (live.match) {
    const auto days = std::chrono::floor<std::chrono::days>(settings_.close_quiet).count();
    const bool is_begun = std::ssize(live.match->moves()) >= live.match->seats();
    return commands_.as_server(
        live, {match::server_seat,
               -1,
               match::Abort{is_begun ? fmt::format("nobody has played for {} days: closed without a result", days)
                                     : "nobody began to play"},
               {}});
  }
  // What its header knows of is old; the events may know better.
  if (being_closed_ >= limits::matches_loading) return;
  ++being_closed_;
  memory_.load(live, [weak = self(), id = live.id, at](std::expected<LiveMatch*, Refused> loaded) {
    const auto self = weak.lock();
    if (!self) return;
    --self->being_closed_;
    if (!loaded) {  // tried again another day
      if (LiveMatch* const unread = self->memory_.find(id)) unread->timing.quiet_since = at;
      return;
    }
    const std::optional<Instant> due = self->closing_at(**loaded);
    if (due && *due <= at) self->close_quiet(**loaded, at);
    (*loaded)->timing.touched = at - std::max(self->settings_.keep_idle, self->settings_.keep_finished);
  });
}

void MatchTimers::note_absences(LiveMatch& live) {
  for (int seat = 0; seat < live.match->seats(); ++seat) {
    live.absences.note(seat, live.is_connected(seat), context_.now());
  }
}

bool MatchTimers::may_go_away(const LiveMatch& live, int seat) const {
  if (!live.match || live.match->phase() != match::Phase::playing || !live.match->is_playing(seat)) return false;
  const store::SeatRow* row = live.seat_row(seat);
  const bool is_person = row != nullptr && row->kind != store::PlayerKind::engine;
  return is_person && live.match->seat(seat).clock.terms().kind != match::ClockKind::days;
}

std::optional<Instant> MatchTimers::departs_at(const LiveMatch& live, int seat) const {
  // It is asked for each seat after every move, and hardly ever is somebody missing.
  const std::optional<Instant> since = live.absences.since(seat);
  if (!since) return std::nullopt;
  if (!may_go_away(live, seat) || live.match->seat(seat).is_away || live.is_connected(seat)) return std::nullopt;
  const bool is_untimed = live.match->seat(seat).clock.terms().kind == match::ClockKind::none;
  // Who does something is there, wherever from; and nobody could reach the server before it was open.
  return std::max({*since, opened_at_, live.match->seat(seat).last_done_at}) +
         (is_untimed ? limits::absence_wait_untimed : limits::absence_wait) + grace_of(context_, live);
}

std::optional<MatchTimers::PresenceChange> MatchTimers::next_presence_change(const LiveMatch& live) const {
  if (!live.match) return std::nullopt;
  std::optional<PresenceChange> next;
  for (int seat = 0; seat < live.match->seats(); ++seat) {
    std::optional<PresenceChange> change;
    if (const auto at = departs_at(live, seat)) {
      change = {*at, {seat, -1, match::Depart{}, {}}};
    } else if (live.match->seat(seat).is_away && live.is_connected(seat) && may_go_away(live, seat)) {
      change = {context_.now(), {seat, -1, match::Return{}, {}}};
    }
    if (change && (!next || change->at < next->at)) next = std::move(change);
  }
  return next;
}

// A match whose clock runs stays in memory: its deadline needs the events. So does one whose engine thinks.
std::optional<Instant> MatchTimers::due_at(const LiveMatch& live) const {
  std::optional<Instant> due;
  const auto consider = [&](Instant at) { due = due ? std::min(*due, at) : at; };
  if (live.is_storing() || live.loads.is_loading()) return due;
  const Instant again = live.timing.not_before.value_or(Instant{});
  if (live.header.state == store::MatchState::open) {
    consider(std::max(waits_until(live), again));
  }
  if (live.pause.since && live.match && !live.timing.not_before) consider(*live.pause.since);
  if (live.engine.again_at()) consider(std::max(*live.engine.again_at(), again));
  if (live.timing.not_before && (live.engine.is_thinking() || live.pause.since || live.match))
    consider(*live.timing.not_before);
  if (const auto closing = closing_at(live)) consider(std::max(*closing, again));
  if (is_reading_due(live) && live.copy.is_mine) consider(live.timing.touched + read_from_store_again_after);
  if (!live.match) {
    if (!live.is_unfinished()) consider(live.timing.touched + settings_.keep_finished);
    return due;
  }
  const std::optional<Instant> deadline = live.match->deadline();
  if (deadline && !live.pause.since) consider(std::max(*deadline + grace_of(context_, live), again));
  if (const auto change = next_presence_change(live); change && !live.pause.since) {
    consider(std::max(change->at, again));
  }
  const bool may_leave = (!deadline || !live.copy.is_mine) && live.watchers.empty() && !live.engine.is_thinking();
  if (may_leave) consider(live.timing.touched + kept_for(live));
  return due;
}

void MatchTimers::schedule(LiveMatch& live) {
  if (live.match) note_absences(live);
  const bool is_timed = live.match && live.match->deadline();
  running_clocks_ += static_cast<int>(is_timed) - static_cast<int>(live.timing.is_counted_as_timed);
  live.timing.is_counted_as_timed = is_timed;
  count(live);
  const bool is_needed = !live.match || (is_timed && live.copy.is_mine) || !live.watchers.empty() ||
                         live.engine.is_thinking() || live.is_busy();
  leaving_.set(live, live.timing.leaving,
               is_needed || context_.is_closing ? std::nullopt : std::optional(live.timing.touched));
  deadlines_.set(live, live.timing.due, context_.is_closing ? std::nullopt : due_at(live));
}

// What it adds to the figures, which nobody has to count together then.
void MatchTimers::count(LiveMatch& live) {
  const MatchTiming::Counted now_is{live.match != nullptr, live.header.state == store::MatchState::running,
                                    live.header.state == store::MatchState::open, is_owed_time(live),
                                    live.watchers.spectator_connections()};
  context_.counts.matches_in_memory += static_cast<std::size_t>(now_is.is_in_memory);
  context_.counts.matches_in_memory -= static_cast<std::size_t>(live.timing.counted.is_in_memory);
  context_.counts.matches_running += static_cast<std::size_t>(now_is.is_running);
  context_.counts.matches_running -= static_cast<std::size_t>(live.timing.counted.is_running);
  context_.counts.matches_waiting += static_cast<std::size_t>(now_is.is_waiting);
  context_.counts.matches_waiting -= static_cast<std::size_t>(live.timing.counted.is_waiting);
  context_.counts.clocks_standing += static_cast<std::size_t>(now_is.is_standing);
  context_.counts.clocks_standing -= static_cast<std::size_t>(live.timing.counted.is_standing);
  context_.counts.spectators += static_cast<std::size_t>(now_is.spectators);
  context_.counts.spectators -= static_cast<std::size_t>(live.timing.counted.spectators);
  live.timing.counted = now_is;
}

void MatchTimers::forget(LiveMatch& live) {
  count(live);
  leaving_.set(live, live.timing.leaving, std::nullopt);
  deadlines_.set(live, live.timing.due, std::nullopt);
}

void MatchTimers::on_due(LiveMatch& live, Instant at) {
  if (live.is_storing() || live.loads.is_loading()) return schedule(live);
  if (live.timing.not_before && *live.timing.not_before <= at) live.timing.not_before.reset();
  if (!live.match) return on_due_unread(live, at);
  if (live.pause.since) {
    if (!live.timing.not_before) commands_.resume(live);
  } else if (live.match->deadline() && *live.match->deadline() + grace_of(context_, live) <= at) {
    commands_.as_server(live, {match::server_seat, -1, match::Tick{}, {}});
  } else if (live.header.state == store::MatchState::open && waits_until(live) <= at) {
    commands_.as_server(live, {match::server_seat, -1, match::Abort{"nobody came to play"}, {}});
  } else if (const auto closing = closing_at(live); closing && *closing <= at) {
    close_quiet(live, at);
  } else if (auto change = next_presence_change(live); change && change->at <= at) {
    commands_.as_server(live, std::move(change->command));
  } else {
    const bool is_playing = live.match->phase() == match::Phase::playing;
    if (is_playing && live.engine.again_at() && *live.engine.again_at() <= at) live.engine.ask_again_now();
    follow_up_.follow_up(live);
  }
  if ((!live.match->deadline() || !live.copy.is_mine) && is_leaving_due(live, at)) return memory_.unload(live);
  schedule(live);
}

// A match that is known by its header only.
void MatchTimers::on_due_unread(LiveMatch& live, Instant at) {
  const bool is_to_be_read =
      is_reading_due(live) && live.copy.is_mine && live.timing.touched + read_from_store_again_after <= at;
  if (live.header.state == store::MatchState::open || is_to_be_read) {
    memory_.load(live, [](const auto&) {});  // and is looked at again when it is there
  } else if (const auto closing = closing_at(live); closing && *closing <= at) {
    close_quiet(live, at);
  } else if (is_leaving_due(live, at)) {
    return memory_.unload(live);
  }
  schedule(live);
}

void MatchTimers::tick(Instant at) {
  for (LiveMatch* live : deadlines_.due(at, most_at_once)) on_due(*live, at);
  // Whatever could not be dealt with now is not looked at all the time.
  for (LiveMatch* live : deadlines_.due(at, most_at_once)) {
    deadlines_.set(*live, live->timing.due, at + looked_at_again);
  }
}

}  // namespace crownstar::live
