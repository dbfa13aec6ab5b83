// The one writer of each match: a command waits for its turn, becomes events, is stored, is applied, is told.
#include <algorithm>
#include <cassert>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/match/stored_event.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds try_again_after{1000};  // the house, when the store has failed
constexpr int most_rating_tries = 5;           // when another game of the same player ends at the same time

bool is_of_a_seat(const match::Command& command) {
  return !std::holds_alternative<match::Sit>(command.what) && !std::holds_alternative<match::Leave>(command.what) &&
         !std::holds_alternative<match::Tick>(command.what) && !std::holds_alternative<match::Resume>(command.what) &&
         !std::holds_alternative<match::NameRematch>(command.what);
}

Refused store_unavailable() {
  return {"store_unavailable", "", "it could not be stored, so it did not happen; try again in a moment"};
}

bool is_the_same(const Operation& waiting, const Operation& other) {
  return !other.request.empty() && waiting.request == other.request && waiting.command.seat == other.command.seat;
}

}  // namespace

void LiveSite::Inside::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  command.arrived = now();
  if (site.is_closing) return done(refused("stopping", "the server is stopping; come back in a moment"));
  if (!is_of_a_seat(command.command)) return done(refused("no_such_seat", "only the house may do this"));
  if (command.request.size() > limits::id_letters) return done(refused("malformed", "the request's name is too long"));
  if (command.is_throttled) {
    if (auto taken = command_throttle.take(person.id, command.arrived, "commands"); !taken) {
      return done(std::unexpected(as_match(taken.error())));
    }
  }
  // The usual case makes no copies: the match is there.
  if (LiveMatch* live = find(command.match); live != nullptr && live->match) {
    return command_at(*live, person.id, std::move(command), lag, std::move(done));
  }
  const std::string id = command.match;
  with_match(id, [weak = weak_from_this(), person = person.id, lag, command = std::move(command),
                  done = std::move(done)](auto live) mutable {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!live) return done(std::unexpected(live.error()));
    inside->command_at(**live, person, std::move(command), lag, std::move(done));
  });
}

void LiveSite::Inside::command_at(LiveMatch& live, const std::string& person, MatchCommand command, Milliseconds lag,
                                  Done<Taken> done) {
  const int seat = live.seat_of(person);
  if (seat < 0 && is_alone()) return done(refused("not_seated", "you have no seat in this match"));
  command.command.seat = seat;
  command.command.lag = lag;
  Operation operation{std::move(command.command), std::move(command.request), {}, command.arrived};
  operation.answers.push_back(std::move(done));
  if (seat >= 0) return submit(live, std::move(operation));
  // Who sat down at another node a moment ago may be quicker than the news of it.
  const auto then = [](Inside& inside, LiveMatch& live, const std::string& person, Operation operation, bool is_known) {
    if (!live.match) return;
    operation.command.seat = live.seat_of(person);
    if (operation.command.seat >= 0) return inside.submit(live, std::move(operation));
    inside.refuse(operation, is_known ? Refused{"not_seated", "", "you have no seat in this match"} : cannot_be_read());
  };
  replication.look_first(live, later(weak_from_this(), live, then, person, std::move(operation)));
}

// A command of the house: nobody waits for an answer, and it is not counted among those that wait.
void LiveSite::Inside::house(LiveMatch& live, match::Command command) { submit(live, {std::move(command), {}, {}}); }

void LiveSite::Inside::submit(LiveMatch& live, Operation operation) {
  if (site.is_closing) return refuse(operation, {"stopping", "", "the server is stopping; come back in a moment"});
  live.touched = now();
  if (!live.is_storing() && live.waiting.empty()) {
    run(live, std::move(operation));
    return pump(live);
  }
  if (live.is_storing() && is_the_same(live.current, operation)) {
    ++site.counts.commands_repeated;
    std::ranges::move(operation.answers, std::back_inserter(live.current.answers));
    return;
  }
  const auto same = std::ranges::find_if(live.waiting, [&](auto& other) { return is_the_same(other, operation); });
  if (same != live.waiting.end()) {
    ++site.counts.commands_repeated;
    std::ranges::move(operation.answers, std::back_inserter(same->answers));
    return;
  }
  if (!operation.answers.empty() && live.waiting.size() >= limits::commands_waiting) {
    return refuse(operation, {"busy", "", "too much waits at this table; try again in a moment"});
  }
  live.waiting.push_back(std::move(operation));
}

void LiveSite::Inside::refuse(Operation& operation, const Refused& refusal) {
  site.counts.commands_refused += operation.answers.empty() ? 0 : 1;
  for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(std::unexpected(refusal));
}

// Before anything else comes what the server owes the match: that its time stood still, then that the clock has
// decided.
void LiveSite::Inside::run(LiveMatch& live, Operation operation) {
  if (!operation.request.empty()) {
    if (const auto* entry = live.requests.find(operation.command.seat, operation.request)) {
      ++site.counts.commands_repeated;
      const Taken taken{entry->first, entry->last};
      for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(taken);
      return;
    }
  }
  if (live.stands_since && !operation.is<match::Resume>()) {
    live.waiting.insert(live.waiting.begin(), std::move(operation));
    operation = {resume_of(live), {}, {}};
  }
  const Instant at = operation.arrived == Instant{} ? now() : operation.arrived;
  auto events = live.match->handle(operation.command, at);
  if (!events && events.error().code == match::refusal_code::time_is_up && !operation.is<match::Tick>()) {
    if (auto flag = live.match->handle({match::house, -1, match::Tick{}, {}}, at)) {
      live.waiting.insert(live.waiting.begin(), std::move(operation));
      operation = {{match::house, -1, match::Tick{}, {}}, {}, {}};
      events = std::move(flag);
    }
  }
  if (events) return store_events(live, std::move(operation), *std::move(events));
  if (operation.is<match::Resume>()) live.stands_since.reset();  // nothing runs that could be owed time
  // Another node may know more: nobody is refused by an old copy.
  if (!is_alone() && !operation.answers.empty() && !std::exchange(operation.is_looked_up, true)) {
    live.waiting.insert(live.waiting.begin(), std::move(operation));
    return replication.catch_up(live);
  }
  refuse(operation, events.error());
}

void LiveSite::Inside::store_events(LiveMatch& live, Operation operation, std::vector<match::Event> events) {
  assert(!events.empty() && !live.is_storing());
  live.storing.emplace(live);
  ++site.open_writes;
  live.current = std::move(operation);
  live.fresh = std::move(events);
  live.fresh_header = header_after(live.header, live.fresh, static_cast<int>(live.match->moves().size()));
  live.rating_tries = 0;
  const auto* ended = std::get_if<match::Ended>(&live.fresh.back().what);
  if (ended != nullptr && live.header.is_rated && ended->kind != match::EndKind::abort) return read_ratings(live);
  append(live, {});
}

// The ratings belong to the transaction that ends the match: there is no end without them, and no second time.
void LiveSite::Inside::read_ratings(LiveMatch& live) {
  ++live.rating_tries;
  std::vector<std::string> players;
  std::vector<people::RatedSeat> seats;
  const auto& outcome = std::get<match::Ended>(live.fresh.back().what).outcome;
  const bool is_teamed = match::is_teamed(live.match->terms());
  for (const store::SeatRow& row : live.header.seats) {
    const int team = is_teamed ? row.seat % (live.match->seats() / 2) : -1;
    players.push_back(row.player);
    seats.push_back({row.player, outcome.standings.at(static_cast<std::size_t>(row.seat)).place, team});
  }
  // Who has deleted the account since has no rating to change, and then neither has the other.
  if (std::ranges::any_of(players, &std::string::empty)) return append(live, {});
  const people::Pace pace = people::pace_of(live.match->terms().clocks.front());
  const auto then = [](Inside& inside, LiveMatch& live, auto seats, people::Pace pace, auto rows) {
    if (!rows) {
      return inside.complete(live, std::unexpected(store::Failure{store::FailureKind::broken, rows.error().reason}));
    }
    const Instant at = live.fresh.back().at;
    inside.append(live, people::rows_after(live.header.family, pace, seats, *rows, at));
  };
  people::read_ratings(ports.store, std::move(players), live.header.family, pace,
                       later(weak_from_this(), live, then, std::move(seats), pace));
}

void LiveSite::Inside::append(LiveMatch& live, std::vector<store::RatingRow> ratings) {
  store::Append rows{live.id, live.fresh.front().number, {}, live.fresh_header, std::move(ratings)};
  rows.rows.reserve(live.fresh.size());
  live.fresh_bodies.clear();
  for (const match::Event& event : live.fresh) {
    rows.rows.push_back(row_of(event, live.current.request, live.current.command.seat));
    if (!is_alone()) live.fresh_bodies.push_back(rows.rows.back().body);
  }
  const auto then = [](Inside& inside, LiveMatch& live, store::Outcome<void> outcome) {
    inside.complete(live, std::move(outcome));
  };
  ports.store.append(std::move(rows), later(weak_from_this(), live, then));
}

void LiveSite::Inside::complete(LiveMatch& live, store::Outcome<void> outcome) {
  if (!outcome && outcome.error().kind == store::FailureKind::stale && live.rating_tries < most_rating_tries) {
    return read_ratings(live);
  }
  --site.open_writes;
  if (!outcome && outcome.error().kind == store::FailureKind::taken && !is_alone() && !site.is_closing) {
    return replication.overtaken(live);
  }
  if (!outcome) {
    fail(live, outcome.error());
  } else {
    const std::vector<match::Event> events = std::exchange(live.fresh, {});
    const auto applied = live.match->apply(events);
    assert(applied);
    if (!applied) log("match " + live.id + ": " + applied.error().reason);
    note_told(live, events.front().number);
    Operation operation = std::exchange(live.current, {});
    const Taken taken{events.front().number, events.back().number};
    site.counts.events_stored += events.size();
    if (!operation.request.empty()) {
      live.requests.remember({std::move(operation.request), operation.command.seat, taken.first, taken.last});
    }
    if (operation.is<match::Resume>()) live.stands_since.reset();
    if (operation.is<match::Move>()) live.engine.forget_failures();
    live.not_before.reset();
    live.is_stored_here = true;
    const bool is_head = live.fresh_header.has_value();
    if (!is_alone()) replication.tell_stored(live, taken.first);
    after_events(live, events);
    if (is_head) cluster.tell_head(live.id);
    site.counts.commands_taken += operation.answers.empty() ? 0 : 1;
    for (const Done<Taken>& answer : operation.answers) answer(taken);
  }
  release(live);
}

void LiveSite::Inside::release(LiveMatch& live) {
  live.storing.reset();
  if (replication.is_behind(live) && !live.is_reading_owed && !site.is_closing) return replication.catch_up(live);
  for (auto& then : std::exchange(live.once_looked, {})) then(true);
  pump(live);
  if (!live.is_storing()) {
    if (live.is_reading_owed && !site.is_closing) {
      reload(live);
    } else if (!site.is_closing) {
      engine_seats.answer_offers(live);
      engine_seats.ask(live);
      rematch(live);
    }
    schedule(live);
  }
  if (site.is_closing) finish_closing();
}

// Nothing has happened. Who asked is told; what waits is tried by itself, unless it waited for the house.
void LiveSite::Inside::fail(LiveMatch& live, const store::Failure& failure) {
  ++site.counts.appends_failed;
  if (!live.stands_since) log("match " + live.id + ": not stored: " + failure.text);
  const Instant asked_at = live.fresh.front().at;
  live.fresh.clear();
  live.fresh_header.reset();
  Operation operation = std::exchange(live.current, {});
  const bool is_of_house = operation.answers.empty();
  live.not_before = now() + try_again_after;
  if (failure.kind == store::FailureKind::taken || failure.kind == store::FailureKind::absent) {
    reload(live);
  } else {
    stand_still(live, asked_at);
  }
  refuse(operation, store_unavailable());
  if (!is_of_house) return;
  for (Operation& behind : std::exchange(live.waiting, {})) refuse(behind, store_unavailable());
}

void LiveSite::Inside::pump(LiveMatch& live) {
  while (!live.is_storing() && !live.waiting.empty()) {
    Operation next = std::move(live.waiting.front());
    live.waiting.erase(live.waiting.begin());
    if (site.is_closing) {
      refuse(next, {"stopping", "", "the server is stopping; come back in a moment"});
    } else if (!live.match) {
      refuse(next, store_unavailable());
    } else {
      run(live, std::move(next));
    }
  }
}

void LiveSite::Inside::after_events(LiveMatch& live, const std::vector<match::Event>& events) {
  if (live.fresh_header) {
    const store::MatchHeader before = std::exchange(live.header, *std::exchange(live.fresh_header, {}));
    registry.index(live, &before);
  }
  for (const match::Event& event : events) {
    if (live.recent.size() >= limits::events_remembered) live.recent.erase(live.recent.begin());
    live.recent.push_back(event);
  }
  bool is_seating = false;
  bool is_start = false;
  bool is_end = false;
  for (const match::Event& event : events) {
    is_seating |=
        std::holds_alternative<match::Seated>(event.what) || std::holds_alternative<match::Unseated>(event.what);
    is_start |= std::holds_alternative<match::Started>(event.what);
    is_end |= std::holds_alternative<match::Ended>(event.what);
  }
  if (is_seating) audience.seats_changed(live);
  audience.tell_events(live, events);
  if (is_seating) audience.tell_setup(live);
  if (is_start) tell_paired(live);
  if (is_end) audience.tell_finished(live);
  match_changed(live);
}

}  // namespace crownstar::live
