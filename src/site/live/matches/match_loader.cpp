#include "site/live/matches/match_loader.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/continuation.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/live/matches/match_timers.hpp"

namespace crownstar::live {
namespace {

constexpr std::chrono::minutes counted_as_unread_again_after{1};

Refused no_such_match() { return {"no_such_match", "", "there is no such match"}; }

}  // namespace

LiveMatch& MatchLoader::add(store::MatchHeader header) {
  LiveMatch& added = parts_.registry.add(std::move(header));
  added.timing.touched = context_.now();
  added.timing.quiet_since = added.header.updated;
  added.copy.is_mine = parts_.link.nodes.is_mine(added.id);
  added.copy.surveyed = parts_.link.surveys;
  return added;
}

void MatchLoader::with_match(std::string_view id, LiveMatch::Loaded then) {
  LiveMatch* const known = find(id);
  if (known == nullptr && (id.empty() || id.size() > limits::id_letters)) {
    return then(std::unexpected(no_such_match()));
  }
  if (known != nullptr && (known->match || known->loads.is_loading())) return load(*known, std::move(then));
  if (!make_room()) return then(refused("busy", "the server has too much to do; try again in a moment"));
  if (known != nullptr) return load(*known, std::move(then));
  if (const auto found = being_found_.find(id); found != being_found_.end()) {
    if (found->second.size() >= limits::readers_of_a_match) {
      return then(refused("busy", "too many ask for this match; try again in a moment"));
    }
    found->second.push_back(std::move(then));
    return;
  }
  if (being_found_.size() >= limits::matches_being_found) {
    return then(refused("busy", "the server has too much to do; try again in a moment"));
  }
  being_found_[std::string(id)].push_back(std::move(then));
  find_header(std::string(id));
}

void MatchLoader::find_header(const std::string& id) {
  context_.store.find_match(id, [weak = self(), id](auto header) {
    const auto self = weak.lock();
    if (!self) return;
    auto waiting = std::move(self->being_found_[id]);
    self->being_found_.erase(id);
    LiveMatch* live = self->find(id);  // made in the meantime, by the rematch that it is
    const bool could_be_read = header.has_value();
    if (live == nullptr && could_be_read && *header) {
      live = &self->add(**std::move(header));
      const bool is_news = !self->context_.is_alone && live->is_unfinished();
      if (is_news) self->parts_.head_observer.head_was_read(*live, live->header.state == store::MatchState::running);
    }
    for (LiveMatch::Loaded& each : waiting) {
      if (live != nullptr) {
        self->load(*live, std::move(each));
      } else {
        each(std::unexpected(could_be_read ? no_such_match() : cannot_be_read()));
      }
    }
  });
}

void MatchLoader::load(LiveMatch& live, LiveMatch::Loaded then) {
  live.timing.touched = context_.now();
  if (live.match) return then(&live);
  if (live.loads.size() >= limits::readers_of_a_match) {
    return then(refused("busy", "too many ask for this match; try again in a moment"));
  }
  const bool is_first = live.loads.add(live, std::move(then));
  parts_.replication.follow(live);
  if (is_first) read_events(live, {});
}

void MatchLoader::read_events(LiveMatch& live, Reading reading) {
  const int from = static_cast<int>(reading.rows.size());
  const auto then = [](MatchLoader& self, LiveMatch& live, Reading reading, auto more) {
    if (!more) {
      self.context_.log("match " + live.id + ": not read: " + more.error().text);
      return self.finish_load(live, cannot_be_read());
    }
    const bool is_all = more->size() < limits::rows_a_page;
    std::ranges::move(*more, std::back_inserter(reading.rows));
    if (!is_all && reading.rows.size() <= limits::events) return self.read_events(live, std::move(reading));
    if (self.context_.is_alone && !live.is_header_to_be_read) return self.read_chat(live, std::move(reading));
    self.read_header(live, std::move(reading));
  };
  context_.store.events(live.id, from, limits::rows_a_page, later(self(), live, then, std::move(reading)));
}

void MatchLoader::put_header(LiveMatch& live, store::MatchHeader header) {
  const bool was_open = live.header.state == store::MatchState::open;
  const bool was_unfinished = live.is_unfinished();
  parts_.registry.put_header(live, std::move(header));
  if (was_unfinished && !live.is_unfinished()) parts_.listing.list_anew(live);
  live.is_header_to_be_read = false;
  const bool has_begun = was_open && live.header.state == store::MatchState::running;
  if (has_begun && !context_.is_alone) parts_.head_observer.head_was_read(live, true);
}

// Another node may have changed the header since, or it is the header of events whose answer was lost. Read after the
// events it is as new as they are, or newer.
void MatchLoader::read_header(LiveMatch& live, Reading reading) {
  const auto then = [](MatchLoader& self, LiveMatch& live, Reading reading, auto header) {
    if (!header || !*header) return self.finish_load(live, cannot_be_read());
    self.put_header(live, **std::move(header));
    self.read_chat(live, std::move(reading));
  };
  context_.store.find_match(live.id, later(self(), live, then, std::move(reading)));
}

// Before the match is there: from that moment on it is all there, and told to whoever watches.
void MatchLoader::read_chat(LiveMatch& live, Reading reading) {
  const auto then = [](MatchLoader& self, LiveMatch& live, Reading reading) { self.replay(live, std::move(reading)); };
  parts_.chat.load(live, later(self(), live, then, std::move(reading)));
}

void MatchLoader::replay(LiveMatch& live, Reading reading) {
  auto history = history_of(reading.rows, live.header);
  if (!history) {
    context_.log("match " + live.id + ": does not replay: " + history.error().reason);
    return finish_load(live, cannot_be_read());
  }
  // A game that is over is shown whole, or not at all.
  const bool is_over = live.header.state == store::MatchState::over;
  if (const std::string fault = is_over ? contradiction(*history, live.header) : std::string(); !fault.empty()) {
    const bool may_have_more = !context_.is_alone && reading.too_few != reading.rows.size();
    if (may_have_more) {  // another node may have ended it after the events were read
      reading.too_few = reading.rows.size();
      return read_events(live, std::move(reading));
    }
    context_.log("match " + live.id + ": events are missing: " + fault);
    return finish_load(live, cannot_be_read());
  }
  live.match = std::move(history->match);
  if (live.pause.told) live.match->told(live.pause.told->first, live.pause.told->at);
  live.requests.clear();
  for (RequestMemory::Entry& entry : history->requests) live.requests.remember(std::move(entry));
  live.recent.assign(history->events);
  live.timing.quiet_since = live.match->last_at();
  finish_load(live, std::nullopt);
}

void MatchLoader::finish_load(LiveMatch& live, std::optional<Refused> refusal) {
  if (!refusal) {
    live.pause.unread = 0;
  } else if (live.pause.unread == 0 || live.pause.unread_at + counted_as_unread_again_after <= context_.now()) {
    ++live.pause.unread;
    live.pause.unread_at = context_.now();
  }
  if (refusal) {
    live.match.reset();
    for (auto& then : std::exchange(live.copy.once_looked, {})) then(false);
  }
  if (refusal && !live.watchers.empty()) parts_.replication.look_soon(live);  // whoever watches waits for it
  if (live.match && !context_.is_alone) {
    live.copy.is_stored_here = false;
    // Another node has given the time back already.
    const Instant last = live.match->last_at();
    if (live.pause.since && last > *live.pause.since + 3 * settings_.alive_every && last > live.pause.begun) {
      live.pause.since.reset();
    }
  }
  auto waiting = live.loads.end();
  live.timing.touched = context_.now();
  credit_pause(live);
  if (live.match && live.reread_from) show_reread(live);
  if (live.match && live.is_unfinished()) parts_.listing.list_anew(live);
  for (LiveMatch::Loaded& each : waiting) {
    if (refusal) {
      each(std::unexpected(*refusal));
    } else {
      each(&live);
    }
  }
  const bool is_free = !live.is_storing() && !context_.is_closing;
  if (live.match && live.is_reading_owed && is_free) return reload(live);
  if (parts_.replication.is_behind(live) && is_free) return parts_.replication.catch_up(live);
  if (live.match && is_free) {
    for (auto& then : std::exchange(live.copy.once_looked, {})) then(true);
    parts_.follow_up.follow_up(live);
  }
  parts_.timers.schedule(live);
}

// The time for which the clocks stood comes before anything that anybody asks.
void MatchLoader::credit_pause(LiveMatch& live) {
  if (!live.match || live.is_storing() || context_.is_closing) return;
  if (!live.match->deadline()) live.pause.since.reset();
  if (!live.pause.since) return;
  live.stand_still(std::max(*live.pause.since, live.match->last_at()));
  parts_.commands.resume(live);
}

// The store has other events, or other seats. Who watches sees the whole match again. It is being read from the first
// moment on, so that nobody unloads it meanwhile, and what changes meanwhile is read afterwards.
void MatchLoader::reload(LiveMatch& live) {
  if (live.loads.is_loading()) return read_anew(live);
  parts_.engine_seats.forget(live);
  live.is_reading_owed = false;
  if (!live.reread_from) live.reread_from = live.match ? live.match->number() : std::numeric_limits<int>::max();
  live.match.reset();
  live.loads.add(live, [](const auto&) {});
  parts_.replication.follow(live);
  parts_.timers.schedule(live);
  const auto then = [](MatchLoader& self, LiveMatch& live, auto header) {
    live.is_header_to_be_read = !header || !*header;
    if (live.is_header_to_be_read) return self.finish_load(live, cannot_be_read());
    self.put_header(live, **std::move(header));
    self.read_events(live, {});
  };
  context_.store.find_match(live.id, later(self(), live, then));
}

void MatchLoader::show_reread(LiveMatch& live) {
  const int known = *std::exchange(live.reread_from, std::nullopt);
  if (live.match->number() > known) live.note_told(known + 1, context_.now());
  parts_.audience.seats_changed(live);
  parts_.audience.send_whole(live);
}

void MatchLoader::read_anew(LiveMatch& live) {
  if (live.is_storing() || live.loads.is_loading()) {
    live.is_reading_owed = true;  // what is being read may be older
  } else if (live.match) {
    reload(live);
  }
}

bool MatchLoader::is_full() {
  return context_.counts.matches_running + context_.counts.matches_waiting >= settings_.most_unfinished || !make_room();
}

// The match that nobody has needed for longest goes first. What is played, watched or thought about stays.
bool MatchLoader::make_room() {
  while (context_.counts.matches_in_memory >= settings_.most_in_memory) {
    LiveMatch* const longest = parts_.timers.longest_unneeded();
    if (longest == nullptr) return false;
    if (longest->watchers.empty() && !longest->is_busy() && !longest->engine.is_thinking()) {
      unload(*longest);
    } else {
      parts_.timers.is_needed(*longest);
    }
  }
  return true;
}

// An unfinished match stays known by its header; one that is over is forgotten.
void MatchLoader::unload(LiveMatch& live) {
  assert(live.watchers.empty() && !live.is_busy());
  parts_.engine_seats.forget(live);
  parts_.replication.unfollow(live);
  live.reread_from.reset();
  if (live.is_unfinished()) {
    if (live.match) {
      live.timing.is_begun = std::ssize(live.match->moves()) >= live.match->seats();
      live.timing.quiet_since = live.match->last_at();
    }
    live.match.reset();
    live.requests.clear();
    live.recent.clear();
    live.chat.clear();
    return parts_.timers.schedule(live);
  }
  live.match.reset();
  parts_.timers.forget(live);
  parts_.registry.remove(live);
}

}  // namespace crownstar::live
