// Tables in memory: a header is enough to know one, and the events are read when somebody needs them.
#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "site/live/live_parts.hpp"
#include "site/live/match/stored_event.hpp"

namespace crownstar::live {
namespace {

Refused no_such_match() { return {"no_such_match", "", "there is no such match"}; }
Refused unreadable() { return {"store_unavailable", "", "the match cannot be read just now; try again in a moment"}; }

}  // namespace

LiveMatch& LiveSite::Parts::add(store::MatchHeader header) {
  LiveMatch& added = registry.add(std::move(header));
  added.timing.touched = now();
  added.timing.quiet_since = added.header.updated;
  added.copy.is_mine = link.nodes.is_mine(added.id);
  added.copy.surveyed = cluster.surveys();
  return added;
}

void LiveSite::Parts::with_match(std::string_view id, LiveMatch::Loaded then) {
  LiveMatch* const known = find(id);
  if (known == nullptr && (id.empty() || id.size() > limits::id_letters)) {
    return then(std::unexpected(no_such_match()));
  }
  if (known != nullptr && (known->match || known->loads.is_loading())) return load(*known, std::move(then));
  if (!make_room()) return then(refused("busy", "the server has too much to do; try again in a moment"));
  if (known != nullptr) return load(*known, std::move(then));
  if (const auto found = being_found.find(id); found != being_found.end()) {
    if (found->second.size() >= limits::readers_of_a_match) {
      return then(refused("busy", "too many ask for this match; try again in a moment"));
    }
    found->second.push_back(std::move(then));
    return;
  }
  if (being_found.size() >= limits::matches_being_found) {
    return then(refused("busy", "the server has too much to do; try again in a moment"));
  }
  being_found[std::string(id)].push_back(std::move(then));
  ports.store.find_match(std::string(id), [weak = weak_from_this(), id = std::string(id)](auto header) {
    const auto parts = weak.lock();
    if (!parts) return;
    auto waiting = std::move(parts->being_found[id]);
    parts->being_found.erase(id);
    LiveMatch* live = parts->find(id);  // made in the meantime, by the rematch that it is
    const bool could_be_read = header.has_value();
    if (live == nullptr && could_be_read && *header) live = &parts->add(**std::move(header));
    for (LiveMatch::Loaded& each : waiting) {
      if (live != nullptr) {
        parts->load(*live, std::move(each));
      } else {
        each(std::unexpected(could_be_read ? no_such_match() : unreadable()));
      }
    }
  });
}

void LiveSite::Parts::load(LiveMatch& live, LiveMatch::Loaded then) {
  live.timing.touched = now();
  if (live.match) return then(&live);
  if (live.loads.size() >= limits::readers_of_a_match) {
    return then(refused("busy", "too many ask for this match; try again in a moment"));
  }
  const bool is_first = live.loads.add(live, std::move(then));
  replication.follow(live);
  if (is_first) read_events(live, {});
}

void LiveSite::Parts::read_events(LiveMatch& live, std::vector<store::EventRow> rows) {
  const int from = static_cast<int>(rows.size());
  const auto then = [](Parts& parts, LiveMatch& live, std::vector<store::EventRow> rows, auto more) {
    if (!more) {
      parts.log("match " + live.id + ": not read: " + more.error().text);
      return parts.finish_load(live, unreadable());
    }
    const bool is_all = more->size() < limits::rows_a_page;
    std::ranges::move(*more, std::back_inserter(rows));
    if (!is_all && rows.size() <= limits::events) return parts.read_events(live, std::move(rows));
    if (parts.is_alone()) return parts.replay(live, rows);
    parts.read_header(live, std::move(rows));
  };
  ports.store.events(live.id, from, limits::rows_a_page, later(weak_from_this(), live, then, std::move(rows)));
}

// Another node may have changed the header since; read after the events it is as new as they are, or newer.
void LiveSite::Parts::read_header(LiveMatch& live, std::vector<store::EventRow> rows) {
  const auto then = [](Parts& parts, LiveMatch& live, const std::vector<store::EventRow>& rows, auto header) {
    if (!header || !*header) return parts.finish_load(live, unreadable());
    const store::MatchHeader before = std::exchange(live.header, **std::move(header));
    live.details = read_details(live.header.details);
    parts.registry.index(live, &before);
    parts.replay(live, rows);
  };
  ports.store.find_match(live.id, later(weak_from_this(), live, then, std::move(rows)));
}

void LiveSite::Parts::replay(LiveMatch& live, const std::vector<store::EventRow>& rows) {
  auto history = history_of(rows, live.header);
  if (!history) {
    log("match " + live.id + ": does not replay: " + history.error().reason);
    return finish_load(live, unreadable());
  }
  live.match = std::move(history->match);
  if (live.pause.told) live.match->told(live.pause.told->first, live.pause.told->at);
  live.requests.clear();
  for (RequestMemory::Entry& entry : history->requests) live.requests.remember(std::move(entry));
  const std::size_t kept = std::min<std::size_t>(history->events.size(), limits::events_remembered);
  live.recent.assign(history->events.end() - static_cast<std::ptrdiff_t>(kept), history->events.end());
  live.timing.quiet_since = live.match->last_at();
  const auto then = [](Parts& parts, LiveMatch& live) { parts.finish_load(live, std::nullopt); };
  chat.load(live, later(weak_from_this(), live, then));
}

void LiveSite::Parts::finish_load(LiveMatch& live, std::optional<Refused> refusal) {
  if (refusal) live.match.reset();
  if (live.match && !is_alone()) {
    live.copy.is_stored_here = false;
    // Another node has given the time back already.
    if (live.pause.since && live.match->last_at() > *live.pause.since + 3 * settings.alive_every) {
      live.pause.since.reset();
    }
  }
  auto waiting = live.loads.end();
  live.timing.touched = now();
  if (live.match && !live.is_storing() && !site.is_closing) {
    // The time that stood still comes before anything that anybody asks.
    if (!live.match->deadline()) live.pause.since.reset();
    if (live.pause.since) {
      live.pause.since = std::max(*live.pause.since, live.match->last_at());
      live.match->stand_still(*live.pause.since);
      pipeline.resume(live);
    }
  }
  for (LiveMatch::Loaded& each : waiting) {
    if (refusal) {
      each(std::unexpected(*refusal));
    } else {
      each(&live);
    }
  }
  if (replication.is_behind(live) && !live.is_storing() && !site.is_closing) return replication.catch_up(live);
  if (live.match && !live.is_storing() && !site.is_closing) {
    engine_seats.answer_offers(live);
    engine_seats.ask(live);
    seating.rematch(live);
  }
  schedule(live);
}

// Its number was taken: the store knows better. Who watches sees the whole match again.
void LiveSite::Parts::reload(LiveMatch& live) {
  log("match " + live.id + ": read again, for the store has other events");
  engine_seats.forget(live);
  live.is_reading_owed = false;
  const int known = live.match ? live.match->number() : std::numeric_limits<int>::max();
  live.match.reset();
  schedule(live);
  // By its name: it may have left memory when the answer comes.
  ports.store.find_match(live.id, [weak = weak_from_this(), id = live.id, known](auto header) {
    const auto parts = weak.lock();
    LiveMatch* const found = parts ? parts->find(id) : nullptr;
    if (found == nullptr || !header || !*header) return;
    const store::MatchHeader before = std::exchange(found->header, **std::move(header));
    parts->registry.index(*found, &before);
    parts->load(*found, [weak, known](std::expected<LiveMatch*, Refused> loaded) {
      const auto parts = weak.lock();
      if (!parts || !loaded) return;
      if ((*loaded)->match->number() > known) parts->pipeline.note_told(**loaded, known + 1);
      parts->audience.seats_changed(**loaded);
      parts->audience.tell_whole(**loaded);
    });
  });
}

void LiveSite::Parts::read_anew(LiveMatch& live) {
  if (live.is_storing()) {
    live.is_reading_owed = true;
  } else if (live.match) {
    reload(live);
  } else if (live.loads.is_loading()) {
    live.loads.add(live, [weak = weak_from_this()](std::expected<LiveMatch*, Refused> loaded) {
      if (const auto parts = weak.lock(); parts && loaded) parts->read_anew(**loaded);
    });
  }
}

// Who has been needed by nobody for longest goes first. What is played, watched or thought about stays.
bool LiveSite::Parts::make_room() {
  while (site.counts.matches_in_memory >= settings.most_in_memory) {
    LiveMatch* const longest = leaving.first();
    if (longest == nullptr) return false;
    if (longest->watchers.empty() && !longest->is_busy() && !longest->engine.is_thinking()) {
      unload(*longest);
    } else {
      leaving.set(*longest, longest->timing.leaving, std::nullopt);  // comes back when it has been dealt with
    }
  }
  return true;
}

// An unfinished match stays known by its header; one that is over is forgotten.
void LiveSite::Parts::unload(LiveMatch& live) {
  assert(live.watchers.empty() && !live.is_busy());
  engine_seats.forget(live);
  replication.unfollow(live);
  if (live.is_unfinished()) {
    if (live.match) {
      live.timing.is_begun = std::ssize(live.match->moves()) >= live.match->seats();
      live.timing.quiet_since = live.match->last_at();
    }
    live.match.reset();
    live.requests.clear();
    live.recent.clear();
    live.recent.shrink_to_fit();
    live.chat.clear();
    return schedule(live);
  }
  live.match.reset();
  count(live);
  leaving.set(live, live.timing.leaving, std::nullopt);
  deadlines.set(live, live.timing.due, std::nullopt);
  audience.forget(live);
  registry.remove(live);
}

}  // namespace crownstar::live
