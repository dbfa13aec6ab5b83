#include "site/live/matches/commit_pipeline.hpp"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "site/live/context/continuation.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/people/ratings/ratings.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds try_again_after{1000};            // the server, when the store has failed
constexpr std::string_view usual_substitute = "steady";  // the level that plays for somebody who is gone
constexpr int most_rating_tries = 5;                     // when another game of the same player ends at the same time

bool is_claim(const match::Command& command) {
  return std::holds_alternative<match::ClaimWin>(command.what) ||
         std::holds_alternative<match::ClaimDraw>(command.what) ||
         std::holds_alternative<match::TakeOff>(command.what) ||
         std::holds_alternative<match::Substitute>(command.what);
}

// Somebody who counts as gone and has a connection again, which the match is still to hear.
std::optional<int> seat_come_back(const LiveMatch& live) {
  for (int seat = 0; seat < live.match->seats(); ++seat) {
    if (live.match->is_playing(seat) && live.match->seat(seat).is_away && live.is_connected(seat)) return seat;
  }
  return std::nullopt;
}

// Whoever made a match may take it back before it begins, with a seat or without. Without one they can do no more. Who
// made one that is over may not be known any more.
bool is_called_off(const LiveMatch& live, int seat, const std::string& person, const match::Command& command) {
  if (!std::holds_alternative<match::Abort>(command.what)) return false;
  if (seat < 0 && !live.is_unfinished()) return true;
  if (live.details.host != person) return false;
  return seat < 0 || live.header.state == store::MatchState::open;
}

std::unexpected<Refused> other_seat(int seat) {
  return refused("not_seated", "that is not your seat: yours is " + std::to_string(seat));
}

}  // namespace

CommitPipeline::CommitPipeline(LiveContext& context, MatchMemory& matches, Schedule& schedule, MatchRegistry& registry,
                               Replication& replication, CommitObserver& observer, FollowUp& follow_up,
                               const lobby::LobbyEngines& engines)
    : context_(context),
      matches_(matches),
      schedule_(schedule),
      registry_(registry),
      replication_(replication),
      observer_(observer),
      follow_up_(follow_up),
      engines_(engines),
      throttle_(people::throttle_terms(limits::commands_of_a_player)) {}

void CommitPipeline::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  command.arrived = context_.now();
  if (context_.is_closing) return done(std::unexpected(stopping()));
  if (!match::is_of_seat({0, -1, command.command.what, {}}))
    return done(refused("no_such_seat", "only the server may do this"));
  if (command.request.size() > limits::id_letters) return done(refused("malformed", "the request's name is too long"));
  if (command.is_throttled) {
    if (auto taken = throttle_.take(person.id, command.arrived, "commands"); !taken) {
      return done(std::unexpected(as_match(taken.error())));
    }
  }
  // The usual case makes no copies: the match is there.
  if (LiveMatch* live = registry_.find(command.match); live != nullptr && live->match) {
    return command_at(*live, person.id, std::move(command), lag, std::move(done));
  }
  const std::string id = command.match;
  matches_.with_match(id, [weak = self(), person = person.id, lag, command = std::move(command),
                           done = std::move(done)](auto live) mutable {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return done(std::unexpected(live.error()));
    self->command_at(**live, person, std::move(command), lag, std::move(done));
  });
}

void CommitPipeline::command_at(LiveMatch& live, const std::string& person, MatchCommand command, Milliseconds lag,
                                Done<Taken> done) {
  const int seat = live.seat_of(person);
  if (is_called_off(live, seat, person, command.command)) {
    Operation operation{{match::server_seat, -1, match::CallOff{}, {}}, {}, {}, command.arrived};
    operation.answers.push_back(std::move(done));
    return submit(live, std::move(operation));
  }
  if (seat < 0 && context_.is_alone) return done(refused("not_seated", "you have no seat in this match"));
  const int meant = command.command.seat;
  if (seat >= 0 && meant >= 0 && meant != seat) return done(other_seat(seat));
  if (auto refusal = find_substitute(live, command.command)) return done(std::unexpected(*std::move(refusal)));
  command.command.seat = seat >= 0 ? seat : meant;
  command.command.lag = lag;
  Operation operation{std::move(command.command), std::move(command.request), {}, command.arrived};
  operation.answers.push_back(std::move(done));
  if (seat >= 0) return submit(live, std::move(operation));
  // A person who sat down at another node a moment ago may be quicker than the news of it.
  const auto then = [](CommitPipeline& pipeline, LiveMatch& live, const std::string& person, Operation operation,
                       bool is_known) {
    if (!live.match) return pipeline.refuse(operation, cannot_be_read());
    const int seat = live.seat_of(person);
    const int meant = std::exchange(operation.command.seat, seat);
    if (seat >= 0 && meant >= 0 && meant != seat) return pipeline.refuse(operation, other_seat(seat).error());
    if (operation.command.seat >= 0) return pipeline.submit(live, std::move(operation));
    pipeline.refuse(operation,
                    is_known ? Refused{"not_seated", "", "you have no seat in this match"} : cannot_be_read());
  };
  replication_.look_first(live, later(self(), live, then, person, std::move(operation)));
}

// The computer is named by its level, if at all.
std::optional<Refused> CommitPipeline::find_substitute(const LiveMatch& live, match::Command& command) const {
  auto* const request = std::get_if<match::Substitute>(&command.what);
  if (request == nullptr) return std::nullopt;
  auto engine =
      engines_.player(request->engine.id.empty() ? usual_substitute : request->engine.id, live.match->terms());
  if (!engine) return std::move(engine.error());
  request->engine = *std::move(engine);
  return std::nullopt;
}

// Any command may come too late, and then a turn is missed for which the computer moves.
std::expected<std::vector<match::Event>, Refused> CommitPipeline::handle(const LiveMatch& live, match::Command& command,
                                                                         match::Instant at) const {
  const int mover = live.match->seat_to_move();
  if (mover >= 0 && live.match->seat(mover).clock.may_miss_turn()) {
    if (auto engine = engines_.player(usual_substitute, live.match->terms())) command.stand_in = *std::move(engine);
  }
  return live.match->handle(command, at);
}

void CommitPipeline::submit(LiveMatch& live, Operation operation) {
  if (context_.is_closing) return refuse(operation, stopping());
  live.timing.touched = context_.now();
  if (!live.is_storing() && !live.commits.is_anything_waiting()) {
    run(live, std::move(operation));
    return pump(live);
  }
  if (live.commits.join(operation)) {
    ++context_.counts.commands_repeated;
    return;
  }
  if (!operation.answers.empty() && live.commits.waiting() >= limits::commands_waiting) {
    return refuse(operation, {"busy", "", "too much waits at this table; try again in a moment"});
  }
  live.commits.push(std::move(operation));
}

void CommitPipeline::refuse(Operation& operation, const Refused& refusal) {
  context_.counts.commands_refused += operation.answers.empty() ? 0 : 1;
  for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(std::unexpected(refusal));
}

// Before anything else comes what the server owes the match: that its time stood still, then that somebody is back
// whose absence is claimed, then that the clock has decided.
void CommitPipeline::run(LiveMatch& live, Operation operation) {
  if (!operation.request.empty()) {
    if (const auto* entry = live.requests.find(operation.command.seat, operation.request)) {
      ++context_.counts.commands_repeated;
      const Taken taken{entry->first, entry->last};
      for (const Done<Taken>& answer : std::exchange(operation.answers, {})) answer(taken);
      return;
    }
  }
  if (live.pause.since && !operation.is<match::Resume>()) {
    live.commits.push_first(std::move(operation));
    operation = {resume_of(live), {}, {}};
  }
  if (const auto back = is_claim(operation.command) ? seat_come_back(live) : std::nullopt) {
    live.commits.push_first(std::move(operation));
    operation = {{*back, -1, match::Return{}, {}}, {}, {}};
  }
  const Instant at = operation.arrived == Instant{} ? context_.now() : operation.arrived;
  auto events = handle(live, operation.command, at);
  if (!events && events.error().code == match::refusal_code::time_is_up && !operation.is<match::Tick>()) {
    match::Command tick{match::server_seat, -1, match::Tick{}, {}};
    if (auto flag = handle(live, tick, at)) {
      live.commits.push_first(std::move(operation));
      operation = {std::move(tick), {}, {}};
      events = std::move(flag);
    }
  }
  if (events) return begin(live, std::move(operation), *std::move(events));
  if (operation.is<match::Resume>()) live.pause.since.reset();  // nothing runs that could be owed time
  // Another node may know more: nobody is refused by an old copy.
  if (!context_.is_alone && !operation.answers.empty() && !std::exchange(operation.is_looked_up, true)) {
    live.commits.push_first(std::move(operation));
    return replication_.catch_up(live);
  }
  refuse(operation, events.error());
}

void CommitPipeline::begin(LiveMatch& live, Operation operation, std::vector<match::Event> events) {
  assert(!events.empty());
  if (operation.is<match::Resume>()) live.pause.is_lost_again = false;  // it is for all that was lost until now
  auto header = header_after(live.header, events, static_cast<int>(live.match->moves().size()), live.recent.all());
  const bool is_header_due = std::exchange(live.is_header_to_be_written, false);
  if (is_header_due && !header) header = live.header;
  live.commits.begin(live, {std::move(operation), std::move(events), std::move(header), {}, 0, is_header_due});
  ++context_.open_writes;
  const auto* ended = std::get_if<match::Ended>(&live.commits.commit().events.back().what);
  if (ended != nullptr && live.header.is_rated && ended->kind != match::EndKind::abort) return read_ratings(live);
  append(live, {});
}

// The ratings belong to the transaction that ends the match: there is no end without them, and no second time.
void CommitPipeline::read_ratings(LiveMatch& live) {
  ++live.commits.commit().rating_tries;
  std::vector<std::string> players;
  std::vector<people::RatedSeat> seats;
  const auto& outcome = std::get<match::Ended>(live.commits.commit().events.back().what).outcome;
  const bool is_teamed = match::is_teamed(live.match->terms());
  for (const store::SeatRow& row : live.header.seats) {
    const int team = is_teamed ? row.seat % (live.match->seats() / 2) : -1;
    players.push_back(row.player);
    seats.push_back({row.player, outcome.standings.at(static_cast<std::size_t>(row.seat)).place, team});
  }
  // A deleted account has no rating to change, and then neither has the opponent.
  if (std::ranges::any_of(players, &std::string::empty)) return append(live, {});
  const people::Pace pace = people::pace_of(live.match->terms().clocks.front());
  const auto then = [](CommitPipeline& pipeline, LiveMatch& live, auto seats, people::Pace pace, auto rows) {
    if (!rows) {
      return pipeline.complete(live, std::unexpected(store::Failure{store::FailureKind::broken, rows.error().reason}));
    }
    const Instant at = live.commits.commit().events.back().at;
    pipeline.append(live, people::rows_after(live.header.family, pace, seats, *rows, at));
  };
  people::read_ratings(context_.store, std::move(players), live.header.family, pace,
                       later(self(), live, then, std::move(seats), pace));
}

void CommitPipeline::append(LiveMatch& live, std::vector<store::RatingRow> ratings) {
  Commit& commit = live.commits.commit();
  store::Append rows{live.id, commit.events.front().number, {}, commit.header, std::move(ratings)};
  rows.rows.reserve(commit.events.size());
  commit.bodies.clear();
  for (const match::Event& event : commit.events) {
    rows.rows.push_back(row_of(event, commit.operation.request, commit.operation.command.seat));
    if (!context_.is_alone) commit.bodies.push_back(rows.rows.back().body);
  }
  const auto then = [](CommitPipeline& pipeline, LiveMatch& live, store::Outcome<void> outcome) {
    pipeline.complete(live, std::move(outcome));
  };
  context_.store.append(std::move(rows), later(self(), live, then));
}

void CommitPipeline::complete(LiveMatch& live, store::Outcome<void> outcome) {
  const bool is_stale = !outcome && outcome.error().kind == store::FailureKind::stale;
  if (is_stale && live.commits.commit().rating_tries < most_rating_tries) return read_ratings(live);
  --context_.open_writes;
  if (!outcome && outcome.error().kind == store::FailureKind::taken && !context_.is_alone && !context_.is_closing) {
    return replication_.overtaken(live);
  }
  if (outcome) {
    apply(live);
  } else {
    fail(live, outcome.error());
  }
  release(live);
}

// The events are stored: now they are applied and broadcast.
void CommitPipeline::apply(LiveMatch& live) {
  if (!context_.is_alone) replication_.publish_stored(live, live.commits.commit().events.front().number);
  Commit commit = live.commits.take_commit();
  const auto applied = live.match->apply(commit.events);
  assert(applied);
  if (!applied) context_.log("match " + live.id + ": " + applied.error().reason);
  const Taken taken{commit.events.front().number, commit.events.back().number};
  live.note_told(taken.first, context_.now());
  Operation& operation = commit.operation;
  context_.counts.events_stored += commit.events.size();
  if (!operation.request.empty()) {
    live.requests.remember({std::move(operation.request), operation.command.seat, taken.first, taken.last});
  }
  if (operation.is<match::Resume>()) end_pause(live);
  if (operation.is<match::Move>()) live.engine.forget_failures();
  live.timing.not_before.reset();
  live.copy.is_stored_here = true;
  live.is_reading_owed |= commit.is_header_due;  // the events name people whom it names no more
  const bool is_head = commit.header.has_value();
  after_events(live, commit.events, std::move(commit.header));
  if (is_head) observer_.header_stored(live.id);
  context_.counts.commands_taken += operation.answers.empty() ? 0 : 1;
  for (const Done<Taken>& answer : operation.answers) answer(taken);
}

void CommitPipeline::release(LiveMatch& live) {
  live.commits.end();
  if (replication_.is_behind(live) && !live.is_reading_owed && !context_.is_closing) return replication_.catch_up(live);
  // Where it is behind and will be read anew, that says when all that is stored is here.
  if (!replication_.is_behind(live) || context_.is_closing) {
    for (auto& then : std::exchange(live.copy.once_looked, {})) then(true);
  }
  pump(live);
  if (!live.is_storing()) {
    if (live.is_reading_owed && !context_.is_closing) {
      matches_.reload(live);
    } else if (!context_.is_closing) {
      follow_up_.follow_up(live);
    }
    schedule_.schedule(live);
  }
  context_.write_is_done();
}

// Nothing has happened, unless the answer was lost.
void CommitPipeline::fail(LiveMatch& live, const store::Failure& failure) {
  ++context_.counts.appends_failed;
  if (!live.pause.since) context_.log("match " + live.id + ": not stored: " + failure.text);
  Commit commit = live.commits.take_commit();
  live.is_header_to_be_written |= commit.is_header_due;
  const Instant asked_at = commit.events.front().at;
  Operation& operation = commit.operation;
  live.timing.not_before = context_.now() + try_again_after;
  if (failure.kind == store::FailureKind::taken || failure.kind == store::FailureKind::absent) {
    context_.log("match " + live.id + ": read again, for the store has other events");
    matches_.reload(live);
  } else {
    stand_still(live, asked_at);
  }
  if (failure.kind == store::FailureKind::broken) {
    live.is_header_to_be_read |= commit.header.has_value();
    return look_and_answer(live, std::move(operation));
  }
  answer_failed(live, operation);
}

// The sender gets a refusal; waiting commands are tried, unless they waited for the server.
void CommitPipeline::answer_failed(LiveMatch& live, Operation& operation) {
  const bool is_of_server = operation.answers.empty();
  refuse(operation, not_stored());
  if (!is_of_server) return;
  for (Operation& behind : live.commits.take_waiting()) refuse(behind, not_stored());
}

// Perhaps it is stored, and only the answer was lost. What is stored is read first; then a request that is found in it
// is answered as played, and another is tried once more.
void CommitPipeline::look_and_answer(LiveMatch& live, Operation operation) {
  replication_.distrust(live);
  if (!operation.request.empty() && !std::exchange(operation.is_in_doubt, true)) {
    return live.commits.push_first(std::move(operation));
  }
  const auto then = [](CommitPipeline& pipeline, LiveMatch& live, Operation operation, bool) {
    pipeline.answer_failed(live, operation);
  };
  live.copy.once_looked.emplace_back(later(self(), live, then, std::move(operation)));
}

void CommitPipeline::pump(LiveMatch& live) {
  while (!live.is_storing() && live.commits.is_anything_waiting()) {
    Operation next = live.commits.pop();
    if (context_.is_closing) {
      refuse(next, stopping());
    } else if (!live.match) {
      refuse(next, not_stored());
    } else {
      run(live, std::move(next));
    }
  }
}

void CommitPipeline::after_events(LiveMatch& live, const std::vector<match::Event>& events,
                                  std::optional<store::MatchHeader> header) {
  if (header) registry_.put_header(live, *std::move(header));
  for (const match::Event& event : events) live.recent.add(event);
  observer_.applied(live, events);
}

void CommitPipeline::events_came(LiveMatch& live, const std::vector<match::Event>& events,
                                 std::optional<store::MatchHeader> header) {
  live.note_told(events.front().number, context_.now());
  record_pause(live, events);
  after_events(live, events, std::move(header));
}

void CommitPipeline::refuse_all_that_wait(LiveMatch& live) {
  for (Operation& waiting : live.commits.take_waiting()) {
    refuse(waiting, stopping());
  }
}

}  // namespace crownstar::live
