// The one writer of each match: a command waits for its turn, becomes events, is stored, is applied, is told.
#include <algorithm>
#include <cassert>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/stored_event.hpp"

namespace crownstar::hall {
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

void Hall::Inside::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  command.arrived = now();
  if (is_closing) return done(refused("stopping", "the server is stopping; come back in a moment"));
  if (!is_of_a_seat(command.command)) return done(refused("no_such_seat", "only the house may do this"));
  if (command.request.size() > limits::id_letters) return done(refused("malformed", "the request's name is too long"));
  if (command.is_throttled) {
    if (auto taken = command_throttle.take(person.id, command.arrived, "commands"); !taken) {
      return done(std::unexpected(as_match(taken.error())));
    }
  }
  // The usual case makes no copies: the table is there.
  if (Table* table = find(command.match); table != nullptr && table->match) {
    return command_at(*table, person.id, std::move(command), lag, std::move(done));
  }
  const std::string id = command.match;
  with_table(id, [weak = weak_from_this(), person = person.id, lag, command = std::move(command),
                  done = std::move(done)](auto table) mutable {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!table) return done(std::unexpected(table.error()));
    inside->command_at(**table, person, std::move(command), lag, std::move(done));
  });
}

void Hall::Inside::command_at(Table& table, const std::string& person, MatchCommand command, Milliseconds lag,
                              Done<Taken> done) {
  const int seat = table.seat_of(person);
  if (seat < 0 && is_alone()) return done(refused("not_seated", "you have no seat in this match"));
  command.command.seat = seat;
  command.command.lag = lag;
  Operation operation{std::move(command.command), std::move(command.request), {}, command.arrived};
  operation.answers.push_back(std::move(done));
  if (seat >= 0) return submit(table, std::move(operation));
  // Who sat down at another node a moment ago may be quicker than the news of it.
  look_first(
      table, [weak = weak_from_this(), id = table.id, person, operation = std::move(operation)](bool is_known) mutable {
        const auto inside = weak.lock();
        Table* const table = inside ? inside->find(id) : nullptr;
        if (table == nullptr || !table->match) return;
        operation.command.seat = table->seat_of(person);
        if (operation.command.seat >= 0) return inside->submit(*table, std::move(operation));
        inside->refuse(operation,
                       is_known ? Refused{"not_seated", "", "you have no seat in this match"} : cannot_be_read());
      });
}

// A command of the house: nobody waits for an answer, and it is not counted among those that wait.
void Hall::Inside::house(Table& table, match::Command command) { submit(table, {std::move(command), {}, {}}); }

void Hall::Inside::submit(Table& table, Operation operation) {
  if (is_closing) return refuse(operation, {"stopping", "", "the server is stopping; come back in a moment"});
  table.touched = now();
  if (!table.is_storing && table.waiting.empty()) {
    run(table, std::move(operation));
    return pump(table);
  }
  if (table.is_storing && is_the_same(table.current, operation)) {
    ++counts.commands_repeated;
    std::ranges::move(operation.answers, std::back_inserter(table.current.answers));
    return;
  }
  const auto same = std::ranges::find_if(table.waiting, [&](auto& other) { return is_the_same(other, operation); });
  if (same != table.waiting.end()) {
    ++counts.commands_repeated;
    std::ranges::move(operation.answers, std::back_inserter(same->answers));
    return;
  }
  if (!operation.answers.empty() && table.waiting.size() >= limits::commands_waiting) {
    return refuse(operation, {"busy", "", "too much waits at this table; try again in a moment"});
  }
  table.waiting.push_back(std::move(operation));
}

void Hall::Inside::refuse(Operation& operation, const Refused& refusal) {
  counts.commands_refused += operation.answers.empty() ? 0 : 1;
  for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(std::unexpected(refusal));
}

// Before anything else comes what the server owes the table: that its time stood still, then that the clock has
// decided.
void Hall::Inside::run(Table& table, Operation operation) {
  if (!operation.request.empty()) {
    if (const auto* entry = table.requests.find(operation.command.seat, operation.request)) {
      ++counts.commands_repeated;
      const Taken taken{entry->first, entry->last};
      for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(taken);
      return;
    }
  }
  if (table.stands_since && !operation.is<match::Resume>()) {
    table.waiting.insert(table.waiting.begin(), std::move(operation));
    operation = {resume_of(table), {}, {}};
  }
  const Instant at = operation.arrived == Instant{} ? now() : operation.arrived;
  auto events = table.match->handle(operation.command, at);
  if (!events && events.error().code == match::refusal_code::time_is_up && !operation.is<match::Tick>()) {
    if (auto flag = table.match->handle({match::house, -1, match::Tick{}, {}}, at)) {
      table.waiting.insert(table.waiting.begin(), std::move(operation));
      operation = {{match::house, -1, match::Tick{}, {}}, {}, {}};
      events = std::move(flag);
    }
  }
  if (events) return store_events(table, std::move(operation), *std::move(events));
  if (operation.is<match::Resume>()) table.stands_since.reset();  // nothing runs that could be owed time
  // Another node may know more: nobody is refused by an old copy.
  if (!is_alone() && !operation.answers.empty() && !std::exchange(operation.is_looked_up, true)) {
    table.waiting.insert(table.waiting.begin(), std::move(operation));
    return catch_up(table);
  }
  refuse(operation, events.error());
}

void Hall::Inside::store_events(Table& table, Operation operation, std::vector<match::Event> events) {
  assert(!events.empty() && !table.is_storing);
  table.is_storing = true;
  ++under_way;
  table.current = std::move(operation);
  table.fresh = std::move(events);
  table.fresh_header = header_after(table.header, table.fresh, static_cast<int>(table.match->moves().size()));
  table.rating_tries = 0;
  const auto* ended = std::get_if<match::Ended>(&table.fresh.back().what);
  if (ended != nullptr && table.header.is_rated && ended->kind != match::EndKind::abort) return read_ratings(table);
  append(table, {});
}

// The ratings belong to the transaction that ends the match: there is no end without them, and no second time.
void Hall::Inside::read_ratings(Table& table) {
  ++table.rating_tries;
  std::vector<std::string> players;
  std::vector<people::RatedSeat> seats;
  const auto& outcome = std::get<match::Ended>(table.fresh.back().what).outcome;
  const bool is_teamed = match::is_teamed(table.match->terms());
  for (const store::SeatRow& row : table.header.seats) {
    const int team = is_teamed ? row.seat % (table.match->seats() / 2) : -1;
    players.push_back(row.player);
    seats.push_back({row.player, outcome.standings.at(static_cast<std::size_t>(row.seat)).place, team});
  }
  // Who has deleted the account since has no rating to change, and then neither has the other.
  if (std::ranges::any_of(players, &std::string::empty)) return append(table, {});
  const people::Pace pace = people::pace_of(table.match->terms().clocks.front());
  const auto then = [weak = weak_from_this(), &table, seats = std::move(seats), pace](auto rows) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!rows)
      return inside->complete(table, std::unexpected(store::Failure{store::FailureKind::broken, rows.error().reason}));
    const Instant at = table.fresh.back().at;
    inside->append(table, people::rows_after(table.header.family, pace, seats, *rows, at));
  };
  people::read_ratings(ports.store, std::move(players), table.header.family, pace, then);
}

void Hall::Inside::append(Table& table, std::vector<store::RatingRow> ratings) {
  store::Append rows{table.id, table.fresh.front().number, {}, table.fresh_header, std::move(ratings)};
  rows.rows.reserve(table.fresh.size());
  table.fresh_bodies.clear();
  for (const match::Event& event : table.fresh) {
    rows.rows.push_back(row_of(event, table.current.request, table.current.command.seat));
    if (!is_alone()) table.fresh_bodies.push_back(rows.rows.back().body);
  }
  ports.store.append(std::move(rows), [weak = weak_from_this(), &table](store::Outcome<void> outcome) {
    if (const auto inside = weak.lock()) inside->complete(table, std::move(outcome));
  });
}

void Hall::Inside::complete(Table& table, store::Outcome<void> outcome) {
  if (!outcome && outcome.error().kind == store::FailureKind::stale && table.rating_tries < most_rating_tries) {
    return read_ratings(table);
  }
  --under_way;
  if (!outcome && outcome.error().kind == store::FailureKind::taken && !is_alone() && !is_closing) {
    return overtaken(table);
  }
  if (!outcome) {
    fail(table, outcome.error());
  } else {
    const std::vector<match::Event> events = std::exchange(table.fresh, {});
    const auto applied = table.match->apply(events);
    assert(applied);
    if (!applied) log("match " + table.id + ": " + applied.error().reason);
    note_told(table, events.front().number);
    Operation operation = std::exchange(table.current, {});
    const Taken taken{events.front().number, events.back().number};
    counts.events_stored += events.size();
    if (!operation.request.empty()) {
      table.requests.remember({std::move(operation.request), operation.command.seat, taken.first, taken.last});
    }
    if (operation.is<match::Resume>()) table.stands_since.reset();
    if (operation.is<match::Move>()) table.engine_failures = 0;
    table.not_before.reset();
    table.is_stored_here = true;
    const bool is_head = table.fresh_header.has_value();
    if (!is_alone()) tell_nodes(table, taken.first);
    after_events(table, events);
    if (is_head) tell_head(table.id);
    counts.commands_taken += operation.answers.empty() ? 0 : 1;
    for (const Done<Taken>& answer : operation.answers) answer(taken);
  }
  release(table);
}

void Hall::Inside::release(Table& table) {
  table.is_storing = false;
  if (is_behind(table) && !table.is_reading_owed && !is_closing) return catch_up(table);
  for (auto& then : std::exchange(table.once_looked, {})) then(true);
  pump(table);
  if (!table.is_storing) {
    if (table.is_reading_owed && !is_closing) {
      reload(table);
    } else if (!is_closing) {
      answer_for_engines(table);
      ask_engine(table);
      rematch(table);
    }
    schedule(table);
  }
  if (is_closing) finish_closing();
}

// Nothing has happened. Who asked is told; what waits is tried by itself, unless it waited for the house.
void Hall::Inside::fail(Table& table, const store::Failure& failure) {
  ++counts.appends_failed;
  if (!table.stands_since) log("match " + table.id + ": not stored: " + failure.text);
  const Instant asked_at = table.fresh.front().at;
  table.fresh.clear();
  table.fresh_header.reset();
  Operation operation = std::exchange(table.current, {});
  const bool is_of_house = operation.answers.empty();
  table.not_before = now() + try_again_after;
  if (failure.kind == store::FailureKind::taken || failure.kind == store::FailureKind::absent) {
    reload(table);
  } else {
    stand_still(table, asked_at);
  }
  refuse(operation, store_unavailable());
  if (!is_of_house) return;
  for (Operation& behind : std::exchange(table.waiting, {})) refuse(behind, store_unavailable());
}

void Hall::Inside::pump(Table& table) {
  while (!table.is_storing && !table.waiting.empty()) {
    Operation next = std::move(table.waiting.front());
    table.waiting.erase(table.waiting.begin());
    if (is_closing) {
      refuse(next, {"stopping", "", "the server is stopping; come back in a moment"});
    } else if (!table.match) {
      refuse(next, store_unavailable());
    } else {
      run(table, std::move(next));
    }
  }
}

void Hall::Inside::after_events(Table& table, const std::vector<match::Event>& events) {
  if (table.fresh_header) {
    const store::MatchHeader before = std::exchange(table.header, *std::exchange(table.fresh_header, {}));
    index(table, &before);
  }
  for (const match::Event& event : events) {
    if (table.recent.size() >= limits::events_remembered) table.recent.erase(table.recent.begin());
    table.recent.push_back(event);
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
  if (is_seating) seat_changed(table);
  tell_events(table, events);
  if (is_seating) tell_setup(table);
  if (is_start) tell_paired(table);
  if (is_end) tell_finished(table);
  match_changed(table);
}

}  // namespace crownstar::hall
