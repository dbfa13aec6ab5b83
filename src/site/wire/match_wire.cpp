#include "site/wire/match_wire.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/limits.hpp"
#include "site/wire/json/codec.hpp"
#include "site/wire/match_event_wire.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::wire {

namespace {

std::optional<int> seat_or_none(int seat) { return seat < 0 ? std::nullopt : std::optional(seat); }

Offer offer_view(const match::Offer& offer, int seats, bool is_takeback) {
  Offer view{.seat = offer.seat, .agreed = {}, .moves_left = {}};
  for (int seat = 0; seat < seats; ++seat) {
    if (offer.has_agreed(seat)) view.agreed.push_back(seat);
  }
  if (is_takeback) view.moves_left = offer.moves_left;
  return view;
}

std::vector<Standing> standings_view(const game::Outcome& outcome) {
  std::vector<Standing> views;
  for (const game::Standing& standing : outcome.standings) {
    views.push_back({standing.place, shown_rule(standing.rule), shown_reason(standing.reason)});
  }
  return views;
}

std::vector<Action> actions_view(const match::Match& match, int seat, match::Instant now) {
  const match::Actions actions = match.actions(seat, now);
  std::vector<Action> view(actions.size());
  std::ranges::transform(actions, view.begin(), [](match::Action action) { return static_cast<Action>(action); });
  return view;
}

bool has_clocks(const match::Match& match) {
  return std::ranges::any_of(match.terms().clocks,
                             [](const match::ClockTerms& clock) { return clock.kind != match::ClockKind::none; });
}

// A person's seat is told by kind and rating alone; an engine is no person.
void forget_person(MatchEvent& event) {
  auto* const seated = std::get_if<MatchSeated>(&event);
  if (seated == nullptr || seated->player.kind == PlayerKind::engine) return;
  const match::Player nobody = stand_in(seated->seat);
  seated->player.id = nobody.id;
  seated->player.name = nobody.name;
}

void remember_person(match::Event& event, std::span<const match::Player> seats) {
  auto* const seated = std::get_if<match::Seated>(&event.what);
  if (seated == nullptr || seated->player.kind == match::PlayerKind::engine) return;
  const auto seat = static_cast<std::size_t>(seated->seat);
  const bool is_known = seat < seats.size() && !seats[seat].id.empty();
  const match::Player who = is_known ? seats[seat] : stand_in(seated->seat);
  seated->player.id = who.id;
  seated->player.name = who.name;
}

}  // namespace

std::int64_t to_wire(match::Instant at) { return at.time_since_epoch().count(); }

match::Instant instant_of(std::int64_t at) { return match::Instant(match::Milliseconds(at)); }

Clock to_wire(const match::ClockTerms& clock) {
  return {static_cast<ClockKind>(clock.kind), clock.main.count(), clock.step.count(), clock.periods};
}

match::ClockTerms from_wire(const Clock& clock) {
  return {static_cast<match::ClockKind>(clock.kind), match::Milliseconds(clock.main_ms),
          match::Milliseconds(clock.step_ms), clock.periods};
}

Player to_wire(const match::Player& player) {
  return {player.id, player.name, static_cast<PlayerKind>(player.kind), player.rating, player.is_provisional};
}

match::Player from_wire(const Player& player) {
  return {player.id, player.name, static_cast<match::PlayerKind>(player.kind), player.rating, player.provisional};
}

MatchTerms to_wire(const match::Terms& terms) {
  MatchTerms view{terms.game, terms.position, {}, terms.is_rated};
  for (const match::ClockTerms& clock : terms.clocks) view.clocks.push_back(to_wire(clock));
  return view;
}

match::Terms from_wire(const MatchTerms& terms) {
  match::Terms result{terms.game, terms.position, {}, terms.rated};
  for (const Clock& clock : terms.clocks) result.clocks.push_back(from_wire(clock));
  return result;
}

Outcome outcome_view(match::EndKind ending, const game::Outcome& outcome) {
  return {static_cast<Ending>(ending), outcome.is_draw, shown_rule(outcome.rule), shown_reason(outcome.reason),
          standings_view(outcome)};
}

match::Player stand_in(int seat) { return {"gone:" + std::to_string(seat), "?", match::PlayerKind::guest, 0, false}; }

std::string stored_body(const match::Event& event, const Origin& origin) {
  StoredEvent row;
  row.event = event_view(event);
  forget_person(row.event);
  if (const auto* const moved = std::get_if<match::Moved>(&event.what)) {
    row.credit_ms = static_cast<int>(moved->credit.count());
  }
  row.held_ms = event.held.count();
  if (!origin.request.empty()) {
    row.request = origin.request;
    row.by = seat_or_none(origin.seat);
  }
  return encode(row);
}

Checked<RecalledEvent> stored_event(int number, std::string_view body, std::span<const match::Player> seats) {
  Checked<StoredEvent> row = decode<StoredEvent>(body);
  if (!row) return std::unexpected(std::move(row.error()));
  RecalledEvent recalled{event_of(number, row->event), {std::move(row->request).value_or(""), row->by.value_or(-1)}};
  if (auto* const moved = std::get_if<match::Moved>(&recalled.event.what)) {
    moved->credit = match::Milliseconds(row->credit_ms);
  }
  recalled.event.held = match::Milliseconds(row->held_ms);
  remember_person(recalled.event, seats);
  return recalled;
}

ServerEvents events_message(std::string_view id, std::span<const match::Event> events, const match::Match& match,
                            match::Instant now) {
  ServerEvents message{
      .match = std::string(id), .first = 0, .events = {}, .status = status_view(match, now), .now = to_wire(now)};
  if (!events.empty()) message.first = events.front().number;
  const auto& moves = match.moves();
  for (const match::Event& event : events) {
    const auto made =
        std::ranges::lower_bound(moves, event.number, {}, [](const match::PlayedMove& move) { return move.event; });
    const bool is_there = made != moves.end() && made->event == event.number && has_clocks(match);
    message.events.push_back(event_view(event, is_there ? &*made : nullptr));
  }
  return message;
}

SummaryTime to_wire(const match::ClocksAt& time) {
  SummaryTime view;
  view.at = to_wire(time.at);
  for (const match::ClockReading& clock : time.clocks) view.clocks.push_back({clock.left.count(), clock.periods});
  view.running = seat_or_none(time.running);
  if (time.flag_at) view.flag_at = to_wire(*time.flag_at);
  return view;
}

Status status_view(const match::Match& match, match::Instant now) {
  const match::Progress status = match.progress(now);
  const game::Outcome& outcome = match.outcome();
  Status view;
  view.phase = static_cast<Phase>(status.phase);
  view.ply = status.moves;
  view.turn = seat_or_none(status.seat_to_move);
  view.running = seat_or_none(status.running);
  if (has_clocks(match)) {
    for (const match::ClockReading& clock : status.clocks) view.clocks.push_back({clock.left.count(), clock.periods});
  }
  if (status.deadline) view.deadline_at = to_wire(*status.deadline);
  if (status.draw) view.draw = offer_view(*status.draw, match.seats(), false);
  if (status.takeback) view.takeback = offer_view(*status.takeback, match.seats(), true);
  if (status.rematch) view.rematch = offer_view(*status.rematch, match.seats(), false);
  for (int seat = 0; seat < match.seats(); ++seat) {
    if (match.seat(seat).has_left) view.left.push_back(seat);
    if (!match.is_playing(seat)) continue;
    if (match.seat(seat).is_away) view.away.push_back(seat);
    if (match.seat(seat).is_substituted) view.substitutes.push_back({seat, to_wire(*match.computer_at(seat))});
  }
  if (const int mover = status.seat_to_move; mover >= 0 && match.seat(mover).has_missed_turn) {
    view.missed = Substitute{mover, to_wire(*match.computer_to_move())};
  }
  const bool has_places =
      std::ranges::any_of(outcome.standings, [](const game::Standing& standing) { return standing.place > 0; });
  if (status.ending) {
    view.outcome = outcome_view(*status.ending, outcome);
  } else if (has_places) {
    view.standings = standings_view(outcome);
  }
  if (!status.next.empty()) view.next = status.next;
  if (match.phase() != match::Phase::seating) {
    view.actions.reserve(static_cast<std::size_t>(match.seats()));
    for (int seat = 0; seat < match.seats(); ++seat) view.actions.push_back(actions_view(match, seat, now));
  }
  return view;
}

Move move_view(const match::Match& match, const match::PlayedMove& move) {
  Move view{move.seat, move.text, to_wire(move.at), move.spent.count(), {}, 0};
  if (has_clocks(match)) {
    view.left_ms = move.clock.left.count();
    view.periods = move.clock.periods;
  }
  return view;
}

Setup setup_view(const match::Match& match, const SetupFacts& facts) {
  Setup view;
  view.match = facts.id;
  view.game = match.terms().game;
  view.position = match.terms().position;
  for (int seat = 0; seat < match.seats(); ++seat) {
    SetupSeat& shown = view.seats.emplace_back();
    shown.name = match.game().seat_name(seat);
    shown.clock = to_wire(match.seat(seat).clock.terms());
    if (match.seat(seat).player) shown.player = to_wire(*match.seat(seat).player);
  }
  view.rated = match.is_rated();
  view.visibility = facts.visibility;
  if (!facts.host.empty()) view.host = facts.host;
  view.created_at = to_wire(facts.created);
  if (!facts.previous.empty()) view.previous = facts.previous;
  return view;
}

Snapshot snapshot_view(const match::Match& match, const SetupFacts& facts, match::Instant now) {
  Snapshot view;
  view.match = facts.id;
  view.number = match.number();
  view.setup = setup_view(match, facts);
  view.status = status_view(match, now);
  view.moves.reserve(match.moves().size());
  for (const match::PlayedMove& move : match.moves()) view.moves.push_back(move_view(match, move));
  view.now = to_wire(now);
  return view;
}

match::Command command_of(const Do& what, int seat, int after, match::Milliseconds lag) {
  match::Command command;
  command.seat = seat;
  command.after = after;
  command.lag = lag;
  std::visit(
      [&](const auto& asked) {
        using Asked = std::remove_cvref_t<decltype(asked)>;
        if constexpr (std::is_same_v<Asked, DoMove>) command.what = match::Move{asked.text};
        if constexpr (std::is_same_v<Asked, DoResign>) command.what = match::Resign{};
        if constexpr (std::is_same_v<Asked, DoAbort>) command.what = match::Abort{};
        if constexpr (std::is_same_v<Asked, DoOfferDraw>) command.what = match::OfferDraw{};
        if constexpr (std::is_same_v<Asked, DoAnswerDraw>) command.what = match::AnswerDraw{asked.accept};
        if constexpr (std::is_same_v<Asked, DoClaimDraw>) command.what = match::ClaimDraw{};
        if constexpr (std::is_same_v<Asked, DoClaimWin>) command.what = match::ClaimWin{};
        if constexpr (std::is_same_v<Asked, DoTakeOff>) command.what = match::TakeOff{};
        if constexpr (std::is_same_v<Asked, DoSubstitute>) {
          command.what = match::Substitute{{asked.engine.value_or(""), "", match::PlayerKind::engine, 0, false}};
        }
        if constexpr (std::is_same_v<Asked, DoOfferTakeback>) command.what = match::OfferTakeback{};
        if constexpr (std::is_same_v<Asked, DoAnswerTakeback>) command.what = match::AnswerTakeback{asked.accept};
        if constexpr (std::is_same_v<Asked, DoOfferRematch>) command.what = match::OfferRematch{};
        if constexpr (std::is_same_v<Asked, DoAnswerRematch>) command.what = match::AnswerRematch{asked.accept};
      },
      what);
  return command;
}

}  // namespace crownstar::wire
