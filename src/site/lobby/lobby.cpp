#include "site/lobby/lobby.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/limits.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/lobby/seek_view.hpp"
#include "site/match/seating.hpp"
#include "site/people/ratings/ratings.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

Refused stopping() { return {"stopping", "", "the server is stopping; come back in a moment"}; }
std::unexpected<Refused> seek_is_gone() { return match::refused("no_such_seek", "the seek is gone"); }

std::optional<Refused> not_ratable(const match::Terms& terms) {
  if (!terms.is_rated) return std::nullopt;
  auto checked = people::check_rated(terms);
  if (checked) return std::nullopt;
  return Refused{std::move(checked.error().code), "", std::move(checked.error().reason)};
}

}  // namespace

Lobby::Lobby(LobbyPorts ports)
    : ports_(std::move(ports)),
      throttle_(people::throttle_terms(limits::seeks_made_of_a_player)),
      list_(ports_, seeks_, [this](std::string_view seek) { return waiters_.is_waiting(seek); }),
      waiters_(
          ports_, seeks_,
          [this](const Person& person, const SeekRequest& request, Done<SeekResult> done) {
            seek(person, request, std::move(done));
          },
          [this] { return leader_.is_leader(); }),
      leader_(ports_, seeks_, list_, waiters_,
              [this](const LobbyRequest& request, const Done<SeekResult>& done) { answer(request, done); }) {}

void Lobby::begin(const std::shared_ptr<void>& whole) {
  belong_to(whole);
  waiters_.belong_to(whole);
  leader_.belong_to(whole);
}

// ---- Requests ----

std::optional<Refused> Lobby::may_seek(const Person& person) {
  if (is_closing_) return stopping();
  if (auto taken = throttle_.take(person.id, ports_.now(), "seeks"); !taken) {
    return Refused{std::move(taken.error().code), "", std::move(taken.error().reason)};
  }
  return ports_.seating.no_more_matches(person.id);
}

// A request of another node for one of its people.
void Lobby::answer(const LobbyRequest& request, const Done<SeekResult>& done) {
  switch (request.kind) {
    case LobbyRequest::Kind::seek:
      return seek(request.person, request.seek, done);
    case LobbyRequest::Kind::take:
      return take(request.person, request.named, request.seat, done);
    case LobbyRequest::Kind::accept:
      return accept(request.person, request.named, request.seat, done);
    case LobbyRequest::Kind::fill:
      return fill(request.person, request.named, request.engine, done);
    case LobbyRequest::Kind::leave:
      break;
  }
  unseek(request.person, request.named, done);
}

void Lobby::seek(const Person& person, const SeekRequest& request, Done<SeekResult> done) {
  if (leader_.delay([this, person, request, done] { seek(person, request, done); })) return;
  if (request.is_quick) {
    done = [weak = self(), id = person.id, request, done = std::move(done)](const auto& sought) {
      if (const auto self = weak.lock(); self && sought) self->waiters_.note(id, request, *sought);
      done(sought);
    };
  }
  if (!leader_.is_leader()) {
    LobbyRequest asking;
    asking.person = person;
    asking.seek = request;
    return leader_.ask(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  auto terms = match::checked(request.terms);
  if (!terms) return done(std::unexpected(terms.error()));
  if (auto refusal = not_ratable(*terms)) return done(std::unexpected(*std::move(refusal)));
  const int seats = static_cast<int>(terms->clocks.size());
  Offer offer{*terms, seats, request.ratings, request.seat, request.is_by_link, {}};
  for (const SeekRequest::EngineSeat& wanted : request.engines) {
    auto engine = ports_.engines.player(wanted.engine, *terms);
    if (!engine) return done(std::unexpected(engine.error()));
    offer.engines.push_back({*std::move(engine), wanted.seat});
  }
  const auto placing = [offer, is_quick = request.is_quick, id = request.id](Lobby& lobby, const Player& player) {
    const Instant at = lobby.ports_.now();
    const bool is_late = is_quick && !id.empty() && lobby.waiters_.has_just_been_paired(player.id);
    if (is_late) return std::expected<Placed, Refused>(seek_is_gone());
    if (is_quick) return lobby.seeks_.quick({offer.terms, offer.seats, id}, player, at, lobby.ports_.draw);
    return lobby.seeks_.seek(offer, player, at, lobby.ports_.draw);
  };
  place(person, *terms, placing, !request.is_by_link, std::move(done));
}

void Lobby::unseek(const Person& person, const std::string& seek, const Done<SeekResult>& done) {
  if (leader_.delay([this, person, seek, done] { unseek(person, seek, done); })) return;
  waiters_.forget(person.id, seek);
  if (!leader_.is_leader()) return leader_.ask_to_leave(person, seek, done);
  std::expected<void, Refused> left;
  if (seek.empty()) {
    seeks_.leave_all(person.id);
  } else {
    left = seeks_.leave(seek, person.id);
    leader_.note_left(person, seek);
  }
  leader_.notify_changes();
  if (!left) return done(std::unexpected(left.error()));
  done(SeekResult{});
}

void Lobby::take(const Person& person, std::string_view seek, int seat, Done<SeekResult> done) {
  if (leader_.delay([this, person, seek = std::string(seek), seat, done] { take(person, seek, seat, done); })) return;
  if (!leader_.is_leader()) {
    LobbyRequest asking{LobbyRequest::Kind::take, {}, person, false, std::string(seek), seat, {}, {}};
    return leader_.ask(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  const auto view = seeks_.find(seek);
  if (!view) return done(seek_is_gone());
  const auto placing = [seek = view->id, seat](Lobby& lobby, const Player& player) {
    return lobby.seeks_.take(seek, player, seat, lobby.ports_.now(), lobby.ports_.draw);
  };
  place(person, view->terms, placing, true, std::move(done));
}

void Lobby::accept(const Person& person, std::string_view code, int seat, Done<SeekResult> done) {
  if (leader_.delay([this, person, code = std::string(code), seat, done] { accept(person, code, seat, done); })) return;
  if (!leader_.is_leader()) {
    LobbyRequest asking{LobbyRequest::Kind::accept, {}, person, false, std::string(code), seat, {}, {}};
    return leader_.ask(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  const auto view = seeks_.invitation(code);
  if (!view) return done(match::refused("bad_invitation", "the link is not right, or was used up"));
  const auto placing = [code = std::string(code), seat](Lobby& lobby, const Player& player) {
    return lobby.seeks_.accept(code, player, seat, lobby.ports_.now(), lobby.ports_.draw);
  };
  place(person, view->terms, placing, false, std::move(done));
}

void Lobby::fill(const Person& person, std::string_view seek, std::string_view engine, Done<SeekResult> done) {
  const auto again = [this, person, seek = std::string(seek), engine = std::string(engine), done] {
    fill(person, seek, engine, done);
  };
  if (leader_.delay(again)) return;
  if (!leader_.is_leader()) {
    LobbyRequest asking{LobbyRequest::Kind::fill, {}, person, false, std::string(seek), -1, std::string(engine), {}};
    return leader_.ask(std::move(asking), std::move(done));
  }
  if (is_closing_) return done(std::unexpected(stopping()));
  if (auto refusal = ports_.seating.no_more_matches(person.id)) return done(std::unexpected(*std::move(refusal)));
  auto view = seeks_.find(seek);
  const bool is_listed = view.has_value();
  if (!view) {  // not listed, it is found by whoever sits in it
    const std::vector<SeekView> own = seeks_.seeks_of(person.id);
    const auto found = std::ranges::find(own, seek, &SeekView::id);
    if (found == own.end()) return done(seek_is_gone());
    view = *found;
  }
  const auto player = ports_.engines.player(engine, view->terms);
  if (!player) return done(std::unexpected(player.error()));
  placed(person.id, is_listed, seeks_.fill(seek, person.id, *player, ports_.now(), ports_.draw), std::move(done));
}

// ---- Pairing ----

// The lobby pairs by rating, so that is read first.
void Lobby::place(const Person& person, const match::Terms& terms, Placing placing, bool is_listed,
                  Done<SeekResult> done) {
  ports_.seating.with_player(
      person, terms,
      [weak = self(), is_listed, placing = std::move(placing), done = std::move(done)](const match::Player& player) {
        const auto self = weak.lock();
        if (!self) return;
        // Other requests of theirs may have been answered meanwhile.
        if (auto refusal = self->ports_.seating.no_more_matches(player.id)) {
          return done(std::unexpected(*std::move(refusal)));
        }
        auto outcome = placing(*self, player);
        // A person without a connection (not yet, or no longer) gets as much time as after a broken connection.
        const bool is_there =
            self->ports_.people.online(player.id) != nullptr || self->leader_.is_at_another_node(player.id);
        if (!is_there) self->seeks_.gone(player.id, self->ports_.now());
        self->placed(player.id, is_listed, std::move(outcome), done);
      });
}

void Lobby::placed(const std::string& person, bool is_listed, std::expected<Placed, Refused> outcome,
                   Done<SeekResult> done) {
  leader_.notify_changes();
  if (!outcome) return done(std::unexpected(outcome.error()));
  if (outcome->pairing) {
    return begin_match(*std::move(outcome->pairing), is_listed, person, std::move(done));
  }
  done(SeekResult{std::move(outcome->seek), std::move(outcome->code), std::nullopt});
}

// Everybody has a seat. The match is named after its seek, so the key of matches lets a seek be paired once, whichever
// other node thinks that it leads the lobby. If it cannot be stored the seek is gone all the same, and the last one who
// asked gets the refusal.
void Lobby::begin_match(Pairing pairing, bool is_listed, const std::string& person, Done<SeekResult> done) {
  auto events = match::opening(pairing.terms, pairing.seats, ports_.now());
  if (!events) return done(std::unexpected(events.error()));
  std::vector<std::string> persons;
  for (const Player& player : pairing.seats) {
    if (player.kind != match::PlayerKind::engine) persons.push_back(player.id);
  }
  // Somebody who sat here has begun too many other matches since the last tick.
  if (std::ranges::any_of(persons, [this](const auto& each) { return ports_.seating.is_at_match_limit(each); })) {
    for (const std::string& each : persons) waiters_.notify_lost(each);
    return done(seek_is_gone());
  }
  waiters_.match_begins(persons);
  persons.push_back(person);
  const std::string id = match_of_seek(pairing.seek);
  ports_.seating.begin({id, pairing.host, is_listed, *std::move(events)}, persons,
                       [weak = self(), id, seek = pairing.seek, persons, done = std::move(done)](auto seats) {
                         if (const auto self = weak.lock()) {
                           self->waiters_.match_is_begun(std::span(persons).first(persons.size() - 1));
                           for (std::size_t index = 0; index + 1 < persons.size(); ++index) {
                             if (!seats || seats->at(index) < 0) self->waiters_.notify_lost(persons[index]);
                           }
                         }
                         if (!seats) return done(std::unexpected(seats.error()));
                         const int seat = seats->back();
                         if (seat < 0 && !persons.back().empty()) return done(seek_is_gone());
                         done(SeekResult{seek, "", Sat{id, seat, ""}});
                       });
}

// ---- Time and people ----

void Lobby::is_paired(const std::string& person) {
  const std::string seek = waiters_.forget(person);
  if (!seek.empty()) list_.is_paired(seek);
}

void Lobby::time_lost(Milliseconds time) {
  const Instant now = ports_.now();
  seeks_.time_lost(time, now);
  waiters_.time_lost(time, now);
  leader_.time_lost(time, now);
  doubt_waits();
  absent_.time_lost(time, now);
}

// While this node stood still another one may have led, and paired those who wait: their nodes ask again, and look
// into the store before.
void Lobby::doubt_waits() {
  if (is_alone(ports_)) return;
  for (const std::string& person : seeks_.seekers()) seeks_.stop_waiting(person);
  waiters_.leader_changed();
}

// Whoever has as many matches as one can seeks no more, so that nobody waits with them for one that cannot begin.
void Lobby::end_seeks_at_match_limit() {
  for (const std::string& person : seeks_.seekers()) {
    if (ports_.seating.is_at_match_limit(person)) seeks_.leave_all(person);
  }
}

void Lobby::tick(Instant at) {
  end_seeks_at_match_limit();
  for (Pairing& pairing : seeks_.tick(at, ports_.draw)) {
    begin_match(std::move(pairing), true, {}, [weak = self()](const std::expected<SeekResult, Refused>& begun) {
      const auto self = weak.lock();
      if (self && !begun) self->ports_.log("a pairing did not begin: " + begun.error().reason);
    });
  }
  leader_.notify_changes();
  hide_the_absent(at);
  for (const std::string& host : absent_.take_doubted(at)) leader_.person_moved(host, false);  // who has them says so
  for (const auto& [host, since] : absent_.away()) {
    for (const std::string& table : ports_.matches.open_tables_of(host)) {
      ports_.seating.host_is_away(table, host, at - since);
    }
  }
  if (ports_.viewers.is_lobby_watched() && !is_closing_) ports_.matches.read_listed();
  list_.notify_matches();
}

void Lobby::hide_the_absent(Instant at) {
  const auto hosts_anything = [this](const std::string& person) {
    return !ports_.matches.open_tables_of(person).empty();
  };
  for (const std::string& person : absent_.take_away(at, hosts_anything)) {
    for (const std::string& table : ports_.matches.open_tables_of(person)) list_.match_changed(table);
  }
}

void Lobby::host_is_back(std::string_view person) {
  if (!absent_.back(person)) return;
  for (const std::string& table : ports_.matches.open_tables_of(person)) list_.match_changed(table);
}

void Lobby::arrived(const std::string& person) {
  seeks_.back(person);
  host_is_back(person);
  leader_.person_moved(person, true);
}

void Lobby::left(const std::string& person) {
  seeks_.gone(person, ports_.now());
  absent_.left(person, ports_.now());
  leader_.person_moved(person, false);
}

void Lobby::join_nodes() {
  leader_.join();
  ports_.cluster.bus()->subscribe(seekers_subject, [weak = self()](std::string_view, std::string_view text) {
    const auto self = weak.lock();
    const auto moved = wire::decode_known<wire::LobbySeeker>(text);
    if (!self || !moved || moved->node == self->ports_.cluster.nodes().me()) return;
    self->leader_.receive_seeker(*moved);
    self->receive_moved(*moved);
  });
}

// Where there are other nodes they may have a connection to one of those.
void Lobby::table_is_open(const std::string& host) {
  if (is_alone(ports_) && ports_.people.online(host) == nullptr) absent_.left(host, ports_.now());
}

// A person who left another node may still be connected to this one.
void Lobby::receive_moved(const wire::LobbySeeker& moved) {
  const auto& [node, person, is_here] = moved;
  if (is_here) return host_is_back(person);
  if (ports_.people.online(person) != nullptr) return leader_.person_moved(person, true);
  absent_.left(person, ports_.now());
}

Text Lobby::whole(bool is_first) {
  if (is_first) list_.begin_anew();
  return list_.whole();
}

}  // namespace crownstar::lobby
