#include "site/live/audience/audience.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "site/live/context/continuation.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live {

void Audience::attach(Listener& listener) {
  connections_[&listener].serial = ++last_serial_;
  auto& there = persons_[listener.who().id];
  there.push_back(&listener);
  if (there.size() > 1) return;
  arrivals_.arrived(listener.who().id);
  arriving_[listener.who().id];
  chat_rules_.arrived(listener.who().id, [weak = self(), id = listener.who().id](const auto& read) {
    const auto self = weak.lock();
    if (!self) return;
    if (read) self->show_whole(id);  // whoever left and came again may watch already
    auto found = self->arriving_.extract(id);
    if (found.empty()) return;
    for (Arriving& waiting : found.mapped()) {
      if (!self->is_attached(waiting.listener, waiting.serial)) continue;
      self->watch(*waiting.listener, waiting.match, waiting.after, std::move(waiting.done));
    }
  });
}

void Audience::read_mutes_owed() {
  chat_rules_.read_owed([weak = self()](const std::string& person) {
    if (const auto self = weak.lock()) self->show_whole(person);
  });
}

void Audience::show_whole(const std::string& person) {
  each_of(person, [&](Listener& listener) {
    if (!listener.wants_text()) return;
    for (const auto& live : connections_[&listener].watched.all()) {
      if (live->match) send_whole(listener, *live, live->seat_of(person));
    }
  });
}

void Audience::detach(Listener& listener) {
  const auto found = connections_.find(&listener);
  if (found == connections_.end()) return;
  lobby_viewers_.erase(&listener);
  for (const auto& live : found->second.watched.all()) unwatch(listener, *live);
  connections_.erase(found);
  const std::string id = listener.who().id;
  const auto there = persons_.find(id);
  if (there == persons_.end()) return;
  std::erase(there->second, &listener);
  if (!there->second.empty()) return;
  persons_.erase(there);
  arrivals_.left(id);
  chat_rules_.left(id);
}

bool Audience::is_attached(Listener* listener, std::uint64_t serial) const {
  const auto still = connections_.find(listener);
  return still != connections_.end() && still->second.serial == serial;
}

void Audience::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
  const auto connection = connections_.find(&listener);
  if (connection == connections_.end() || context_.is_closing) return done(std::unexpected(stopping()));
  auto& asked_for = connection->second.asked_for;
  if (connection->second.watched.size() + asked_for.size() >= limits::watched_of_a_socket) {
    return done(refused("too_many_watched", "this connection watches as many matches as one can"));
  }
  // A person's mutes are loaded before they read anything.
  if (const auto arrival = arriving_.find(listener.who().id); arrival != arriving_.end()) {
    if (arrival->second.size() >= limits::watched_of_a_socket) {
      return done(refused("busy", "one after the other, please; try again in a moment"));
    }
    arrival->second.push_back({&listener, connection->second.serial, std::string(match), after, std::move(done)});
    return;
  }
  if (LiveMatch* live = matches_.find(match); live != nullptr && live->match) {
    return watch_latest(listener, *live, after, done);
  }
  const auto then = [weak = self(), listener = &listener, serial = connection->second.serial, after,
                     id = std::string(match), done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self || !self->is_attached(listener, serial)) return;
    if (!self->is_still_wanted(*listener, id)) return;
    if (!live) return done(std::unexpected(live.error()));
    self->watch_latest(*listener, **live, after, done);
  };
  asked_for.emplace_back(match);
  matches_.with_match(match, then);
}

// Somebody who comes from another node may have seen more than this node has heard of. What they get never goes back.
void Audience::watch_latest(Listener& listener, LiveMatch& live, int after, const Done<void>& done) {
  if (context_.is_alone || after <= live.match->number()) return begin_watching(listener, live, after, done);
  const auto then = [](Audience& self, LiveMatch& live, Listener* listener, std::uint64_t serial, int after,
                       const Done<void>& done, bool is_known) {
    if (!self.is_attached(listener, serial) || !self.is_still_wanted(*listener, live.id)) return;
    if (!is_known || !live.match) return done(std::unexpected(cannot_be_read()));
    self.begin_watching(*listener, live, after, done);
  };
  Connection& connection = connections_[&listener];
  connection.asked_for.push_back(live.id);
  stored_.look_first(live, later(self(), live, then, &listener, connection.serial, after, done));
}

// A listener that left in the meantime watches nothing and gets nothing.
bool Audience::is_still_wanted(Listener& listener, std::string_view match) {
  auto& asked_for = connections_[&listener].asked_for;
  const auto found = std::ranges::find(asked_for, match);
  if (found == asked_for.end()) return false;
  asked_for.erase(found);
  return true;
}

void Audience::unwatch(Listener& listener, std::string_view match) {
  if (const auto connection = connections_.find(&listener); connection != connections_.end()) {
    std::erase(connection->second.asked_for, match);
  }
  if (const auto arrival = arriving_.find(listener.who().id); arrival != arriving_.end()) {
    std::erase_if(arrival->second,
                  [&](const Arriving& each) { return each.listener == &listener && each.match == match; });
  }
  if (LiveMatch* live = matches_.find(match)) unwatch(listener, *live);
}

void Audience::begin_watching(Listener& listener, LiveMatch& live, int after, const Done<void>& done) {
  const int seat = live.seat_of(listener.who().id);
  if (!live.watchers.has(&listener)) {
    if (seat < 0 && live.watchers.spectator_connections() >= limits::spectators_of_a_match) {
      return done(refused("too_many_spectators", "as many as can be watch this match already"));
    }
    live.watchers.add(listener, seat);
    connections_[&listener].watched.insert(live);
  }
  live.timing.touched = context_.now();
  const int number = live.match->number();
  const bool is_remembered = !live.recent.empty() && after + 1 >= live.recent.all().front().number;
  if (after >= 0 && after <= number && is_remembered && listener.wants_text()) {
    send_tail(listener, live, after);
  } else {
    send_whole(listener, live, seat);
  }
  // A player who comes is announced at once; the number of spectators can wait.
  if (seat >= 0) {
    send_presence(live);
  } else {
    if (listener.wants_text()) listener.send(presence_of(live));
    presence_owed_.insert(live);
  }
  schedule_.schedule(live);
  done({});
}

void Audience::unwatch(Listener& listener, LiveMatch& live) {
  const std::optional<int> seat = live.watchers.remove(&listener);
  if (!seat) return;
  connections_[&listener].watched.erase(live);
  live.timing.touched = context_.now();
  if (*seat >= 0) {
    if (!is_present(live, *seat)) {
      send_presence(live);
    } else {
      watchers_.watchers_changed(live);
    }
  } else {
    presence_owed_.insert(live);
  }
  schedule_.schedule(live);
}

// After somebody sat down or got up, a spectator is a player or the other way round.
void Audience::seats_changed(LiveMatch& live) {
  live.watchers.seat_anew([&](std::string_view person) { return live.seat_of(person); });
  presence_owed_.insert(live);
}

bool Audience::is_present(const LiveMatch& live, int seat) const {
  const store::SeatRow* row = live.seat_row(seat);
  if (row != nullptr && row->kind == store::PlayerKind::engine) return true;
  return live.is_connected(seat);
}

const Person* Audience::online(std::string_view person) const {
  const auto found = persons_.find(person);
  return found == persons_.end() ? nullptr : &found->second.front()->who();
}

std::vector<std::string> Audience::everybody_online() const {
  std::vector<std::string> everybody;
  everybody.reserve(persons_.size());
  for (const auto& [person, listeners] : persons_) everybody.push_back(person);
  return everybody;
}

// Those who are nobody yet have no id to tell them apart by: each of their connections is somebody.
std::size_t Audience::online_count() const {
  const auto unnamed = persons_.find("");
  return persons_.size() + (unnamed == persons_.end() ? 0 : unnamed->second.size() - 1);
}

void Audience::say_goodbye(std::string_view reason) {
  const auto text =
      std::make_shared<const std::string>(wire::encode(wire::ServerGoodbye{wire::GoodbyeReason::stopping}));
  std::vector<Listener*> all;
  for (const auto& [listener, connection] : connections_) all.push_back(listener);
  for (Listener* listener : all) {
    if (listener->wants_text()) listener->send(text);
    listener->cut_off(reason);
  }
}

// ---- The lobby's list ----

Audience::LobbyViewing Audience::watch_lobby(Listener& listener, bool is_on) {
  if (!connections_.contains(&listener)) return {};
  if (!is_on) {
    lobby_viewers_.erase(&listener);
    return {};
  }
  if (!listener.wants_text()) return {};
  const bool is_first = lobby_viewers_.insert(&listener).second && lobby_viewers_.size() == 1;
  return {true, is_first};
}

void Audience::show_lobby(const Text& text) {
  for (Listener* listener : lobby_viewers_) listener->send(text);
}

void Audience::follow_seek(std::weak_ptr<Listener> listener, std::string seek) {
  std::erase_if(seek_followers_, [](const auto& each) { return each.second.expired(); });
  seek_followers_.emplace(std::move(seek), std::move(listener));
}

std::vector<std::string> Audience::followed_seeks() const {
  std::vector<std::string> followed;
  for (const auto& [seek, listener] : seek_followers_) {
    if (!listener.expired()) followed.push_back(seek);
  }
  return followed;
}

void Audience::seeks_gone(const std::vector<std::string>& seeks) {
  for (const std::string& seek : seeks) {
    while (const auto follower = seek_followers_.extract(seek)) {
      if (const auto listener = follower.mapped().lock()) listener->receive_seek_gone(seek);
    }
  }
}

}  // namespace crownstar::live
