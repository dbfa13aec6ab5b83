// Who listens: connections come and go, watch tables and stop watching them.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::hall {

void Hall::Inside::attach(Listener& listener) {
  attendants[&listener].serial = ++last_serial;
  auto& there = persons[listener.who().id];
  there.push_back(&listener);
  if (there.size() > 1) return;
  seeks.back(listener.who().id);
  seeker_moved(listener.who().id, true);
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

void Hall::Inside::detach(Listener& listener) {
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
  seeks.gone(id, now());
  seeker_moved(id, false);
  chat_rules.left(id);
  lobby_at = lobby_at.value_or(now());
}

bool Hall::Inside::is_attached(Listener* listener, std::uint64_t serial) const {
  const auto still = attendants.find(listener);
  return still != attendants.end() && still->second.serial == serial;
}

void Hall::Inside::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
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
  if (Table* table = find(match); table != nullptr && table->match) {
    return begin_watching(listener, *table, after, done);
  }
  const auto then = [weak = weak_from_this(), listener = &listener, serial = attendant->second.serial, after,
                     id = std::string(match), done = std::move(done)](std::expected<Table*, Refused> table) {
    const auto inside = weak.lock();
    if (!inside || !inside->is_attached(listener, serial)) return;
    if (!inside->is_still_wanted(*listener, id)) return;
    if (!table) return done(std::unexpected(table.error()));
    inside->begin_watching(*listener, **table, after, done);
  };
  asked_for.emplace_back(match);
  with_table(match, then);
}

// Whoever left in the meantime watches nothing and is told nothing.
bool Hall::Inside::is_still_wanted(Listener& listener, std::string_view match) {
  auto& asked_for = attendants[&listener].asked_for;
  const auto found = std::ranges::find(asked_for, match);
  if (found == asked_for.end()) return false;
  asked_for.erase(found);
  return true;
}

void Hall::Inside::unwatch(Listener& listener, std::string_view match) {
  if (const auto attendant = attendants.find(&listener); attendant != attendants.end()) {
    std::erase(attendant->second.asked_for, match);
  }
  if (const auto arrival = arriving.find(listener.who().id); arrival != arriving.end()) {
    std::erase_if(arrival->second,
                  [&](const Arriving& each) { return each.listener == &listener && each.match == match; });
  }
  if (Table* table = find(match)) unwatch(listener, *table);
}

void Hall::Inside::begin_watching(Listener& listener, Table& table, int after, const Done<void>& done) {
  const int seat = table.seat_of(listener.who().id);
  const auto known = std::ranges::find(table.watchers, &listener, &Watcher::listener);
  if (known == table.watchers.end()) {
    if (seat < 0 && table.spectators >= limits::spectators_of_a_match) {
      return done(refused("too_many_spectators", "as many as can be watch this match already"));
    }
    table.watchers.push_back({&listener, seat});
    attendants[&listener].watched.push_back(&table);
    if (seat < 0) ++table.spectators;
  }
  table.touched = now();
  const int number = table.match->number();
  const bool is_remembered = !table.recent.empty() && after + 1 >= table.recent.front().number;
  if (after >= 0 && after <= number && is_remembered && listener.wants_text()) {
    tell_tail(listener, table, after);
  } else {
    tell_whole(listener, table, seat);
  }
  // That a player came is told at once; the number of spectators can wait.
  if (seat >= 0) {
    tell_presence(table);
  } else {
    if (listener.wants_text()) listener.send(presence_of(table));
    presence_owed(table);
  }
  schedule(table);
  done({});
}

void Hall::Inside::unwatch(Listener& listener, Table& table) {
  const auto known = std::ranges::find(table.watchers, &listener, &Watcher::listener);
  if (known == table.watchers.end()) return;
  const int seat = known->seat;
  *known = table.watchers.back();
  table.watchers.pop_back();
  std::erase(attendants[&listener].watched, &table);
  table.touched = now();
  if (seat >= 0) {
    if (!is_present(table, seat)) {
      tell_presence(table);
    } else {
      note_there(table);
    }
  } else {
    --table.spectators;
    presence_owed(table);
  }
  schedule(table);
}

// After somebody sat down or got up, a spectator is a player or the other way round.
void Hall::Inside::seat_changed(Table& table) {
  table.spectators = 0;
  for (Watcher& watcher : table.watchers) {
    watcher.seat = table.seat_of(watcher.listener->who().id);
    if (watcher.seat < 0) ++table.spectators;
  }
  presence_owed(table);
}

void Hall::Inside::presence_owed(Table& table) {
  presence_untold.insert(&table);
  const Instant at = now() + presence_wait;
  lobby_at = lobby_at ? std::min(*lobby_at, at) : at;
}

bool Hall::Inside::is_present(const Table& table, int seat) const {
  const store::SeatRow* row = table.seat_row(seat);
  if (row != nullptr && row->kind == store::PlayerKind::engine) return true;
  return table.is_seat_elsewhere(seat) ||
         std::ranges::any_of(table.watchers, [&](const Watcher& watcher) { return watcher.seat == seat; });
}

}  // namespace crownstar::hall
