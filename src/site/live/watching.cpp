// Who listens: connections come and go, watch matches and stop watching them.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {

void LiveSite::Inside::attach(Listener& listener) {
  attendants[&listener].serial = ++last_serial;
  auto& there = persons[listener.who().id];
  there.push_back(&listener);
  if (there.size() > 1) return;
  lobby.arrived(listener.who().id);
  arriving[listener.who().id];
  chat_rules.arrived(listener.who().id, [weak = weak_from_this(), id = listener.who().id](const auto&) {
    const auto inside = weak.lock();
    if (!inside) return;
    auto found = inside->arriving.extract(id);
    if (found.empty()) return;
    for (Arriving& waiting : found.mapped()) {
      if (!inside->is_attached(waiting.listener, waiting.serial)) continue;
      inside->watch(*waiting.listener, waiting.match, waiting.after, std::move(waiting.done));
    }
  });
}

void LiveSite::Inside::detach(Listener& listener) {
  const auto found = attendants.find(&listener);
  if (found == attendants.end()) return;
  lobby_listeners.erase(&listener);
  while (!found->second.watched.empty()) unwatch(listener, *found->second.watched.back());
  attendants.erase(found);
  const std::string id = listener.who().id;
  const auto there = persons.find(id);
  if (there == persons.end()) return;
  std::erase(there->second, &listener);
  if (!there->second.empty()) return;
  persons.erase(there);
  lobby.left(id);
  chat_rules.left(id);
}

bool LiveSite::Inside::is_attached(Listener* listener, std::uint64_t serial) const {
  const auto still = attendants.find(listener);
  return still != attendants.end() && still->second.serial == serial;
}

void LiveSite::Inside::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
  const auto attendant = attendants.find(&listener);
  if (attendant == attendants.end() || is_closing) return done(refused("stopping", "the server is stopping"));
  auto& asked_for = attendant->second.asked_for;
  if (attendant->second.watched.size() + asked_for.size() >= limits::watched_of_a_socket) {
    return done(refused("too_many_watched", "this connection watches as many matches as one can"));
  }
  // What somebody has muted is known before they read anything.
  if (const auto arrival = arriving.find(listener.who().id); arrival != arriving.end()) {
    if (arrival->second.size() >= limits::watched_of_a_socket) {
      return done(refused("busy", "one after the other, please; try again in a moment"));
    }
    arrival->second.push_back({&listener, attendant->second.serial, std::string(match), after, std::move(done)});
    return;
  }
  if (LiveMatch* live = find(match); live != nullptr && live->match) {
    return begin_watching(listener, *live, after, done);
  }
  const auto then = [weak = weak_from_this(), listener = &listener, serial = attendant->second.serial, after,
                     id = std::string(match), done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto inside = weak.lock();
    if (!inside || !inside->is_attached(listener, serial)) return;
    if (!inside->is_still_wanted(*listener, id)) return;
    if (!live) return done(std::unexpected(live.error()));
    inside->begin_watching(*listener, **live, after, done);
  };
  asked_for.emplace_back(match);
  with_match(match, then);
}

// Whoever left in the meantime watches nothing and is told nothing.
bool LiveSite::Inside::is_still_wanted(Listener& listener, std::string_view match) {
  auto& asked_for = attendants[&listener].asked_for;
  const auto found = std::ranges::find(asked_for, match);
  if (found == asked_for.end()) return false;
  asked_for.erase(found);
  return true;
}

void LiveSite::Inside::unwatch(Listener& listener, std::string_view match) {
  if (const auto attendant = attendants.find(&listener); attendant != attendants.end()) {
    std::erase(attendant->second.asked_for, match);
  }
  if (const auto arrival = arriving.find(listener.who().id); arrival != arriving.end()) {
    std::erase_if(arrival->second,
                  [&](const Arriving& each) { return each.listener == &listener && each.match == match; });
  }
  if (LiveMatch* live = find(match)) unwatch(listener, *live);
}

void LiveSite::Inside::begin_watching(Listener& listener, LiveMatch& live, int after, const Done<void>& done) {
  const int seat = live.seat_of(listener.who().id);
  const auto known = std::ranges::find(live.watchers, &listener, &Watcher::listener);
  if (known == live.watchers.end()) {
    if (seat < 0 && live.spectators >= limits::spectators_of_a_match) {
      return done(refused("too_many_spectators", "as many as can be watch this match already"));
    }
    live.watchers.push_back({&listener, seat});
    attendants[&listener].watched.push_back(&live);
    if (seat < 0) ++live.spectators;
  }
  live.touched = now();
  const int number = live.match->number();
  const bool is_remembered = !live.recent.empty() && after + 1 >= live.recent.front().number;
  if (after >= 0 && after <= number && is_remembered && listener.wants_text()) {
    tell_tail(listener, live, after);
  } else {
    tell_whole(listener, live, seat);
  }
  // That a player came is told at once; the number of spectators can wait.
  if (seat >= 0) {
    tell_presence(live);
  } else {
    if (listener.wants_text()) listener.send(presence_of(live));
    presence_owed(live);
  }
  schedule(live);
  done({});
}

void LiveSite::Inside::unwatch(Listener& listener, LiveMatch& live) {
  const auto known = std::ranges::find(live.watchers, &listener, &Watcher::listener);
  if (known == live.watchers.end()) return;
  const int seat = known->seat;
  *known = live.watchers.back();
  live.watchers.pop_back();
  std::erase(attendants[&listener].watched, &live);
  live.touched = now();
  if (seat >= 0) {
    if (!is_present(live, seat)) {
      tell_presence(live);
    } else {
      note_there(live);
    }
  } else {
    --live.spectators;
    presence_owed(live);
  }
  schedule(live);
}

// After somebody sat down or got up, a spectator is a player or the other way round.
void LiveSite::Inside::seat_changed(LiveMatch& live) {
  live.spectators = 0;
  for (Watcher& watcher : live.watchers) {
    watcher.seat = live.seat_of(watcher.listener->who().id);
    if (watcher.seat < 0) ++live.spectators;
  }
  presence_owed(live);
}

void LiveSite::Inside::presence_owed(LiveMatch& live) {
  presence_untold.insert(&live);
  const Instant at = now() + presence_wait;
  second_at = second_at ? std::min(*second_at, at) : at;
}

bool LiveSite::Inside::is_present(const LiveMatch& live, int seat) const {
  const store::SeatRow* row = live.seat_row(seat);
  if (row != nullptr && row->kind == store::PlayerKind::engine) return true;
  return live.is_seat_elsewhere(seat) ||
         std::ranges::any_of(live.watchers, [&](const Watcher& watcher) { return watcher.seat == seat; });
}

}  // namespace crownstar::live
