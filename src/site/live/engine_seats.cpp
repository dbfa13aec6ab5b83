// Engines at the table: asked when it is their turn, answering with ordinary commands.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "site/live/inside.hpp"

namespace crownstar::hall {
namespace {

constexpr int most_failures = 3;  // of one turn; then the engine gives up its seat
constexpr Milliseconds first_pause{500};
constexpr Milliseconds engine_grace{8000};  // longer than an engine thinks
// Until a node gives up the seat of an engine that it does not have: each of the others has had its grace by then.
constexpr Milliseconds others_may_have_it = 3 * engine_grace;

bool is_engine(const match::Match& match, int seat) {
  return seat >= 0 && match.seat(seat).player && match.seat(seat).player->kind == match::PlayerKind::engine;
}

}  // namespace

void Hall::Inside::forget_engine(Table& table) {
  if (table.thinking && ports.engines != nullptr) {
    ports.engines->forget(table.thinking->ticket);
    --counts.engines_thinking;
  }
  table.thinking.reset();
  table.engine_again.reset();
}

// The node that has stored the last event asks; the others come in where it does not go on.
Instant Hall::Inside::engine_turn(const Table& table) const {
  if (is_alone() || table.is_stored_here) return Instant{};
  return table.match->last_at() + (table.is_mine ? engine_grace : 2 * engine_grace);
}

// Called after whatever may have changed whose turn it is.
void Hall::Inside::ask_engine(Table& table) {
  if (!table.match || table.is_storing || is_closing || ports.engines == nullptr) return;
  const match::Match& match = *table.match;
  if (table.thinking && table.thinking->number == match.number()) return;
  const int seat = match.seat_to_move();
  // An offer is no reason to begin again: the board is the same.
  if (table.thinking && table.thinking->seat == seat && table.thinking->moves == match.moves().size()) {
    table.thinking->number = match.number();
    return;
  }
  if (table.thinking) forget_engine(table);
  if (!is_engine(match, seat) || table.not_before || table.engine_again) return;
  if (const Instant turn = engine_turn(table); turn > now()) {
    table.engine_again = turn;
    return schedule(table);
  }
  Question question{match.seat(seat).player->id, &match, seat, std::nullopt};
  if (match.is_clock_running()) question.left = match.clock(seat, now()).left;
  const Thinking asked{++last_ticket, 0, match.number(), seat, match.moves().size()};
  const auto then = [weak = weak_from_this(), id = table.id, mine = asked.mine](EngineAnswer answer) {
    const auto inside = weak.lock();
    if (!inside) return;
    Table* found = inside->find(id);
    // Late: the game has gone on without it.
    if (found == nullptr || !found->thinking || found->thinking->mine != mine) return;
    inside->engine_answered(*found, std::move(answer));
  };
  table.thinking = asked;
  ++counts.engines_thinking;
  const std::uint64_t ticket = ports.engines->ask(question, then);
  if (table.thinking && table.thinking->mine == asked.mine) table.thinking->ticket = ticket;
}

void Hall::Inside::engine_answered(Table& table, EngineAnswer answer) {
  const Thinking asked = *std::exchange(table.thinking, {});
  --counts.engines_thinking;
  if (is_closing || !table.match) return;
  if (!answer && answer.error().kind == EngineFailure::Kind::busy) {
    table.engine_again = now() + first_pause;
    return schedule(table);
  }
  if (!answer && answer.error().kind == EngineFailure::Kind::absent && !is_alone()) {
    const Instant others_first = note_absent(table, asked.number, answer.error().reason);
    if (others_first > now()) {
      table.engine_again = others_first;
      return schedule(table);
    }
  }
  if (!answer) return engine_failed(table, asked.seat, answer.error().reason);
  Operation operation{{asked.seat, asked.number, match::Move{*std::move(answer)}, {}}, {}, {}};
  operation.answers.emplace_back([weak = weak_from_this(), id = table.id, seat = asked.seat](const auto& taken) {
    const auto inside = weak.lock();
    if (!inside || taken || taken.error().code != match::refusal_code::illegal_move) return;
    if (Table* found = inside->find(id)) inside->engine_failed(*found, seat, taken.error().reason);
  });
  submit(table, std::move(operation));
  if (!table.is_storing) {  // refused: whatever the reason, it is asked again if it is still its turn
    ask_engine(table);
    schedule(table);
  }
}

// Until when the other nodes have the turn of an engine that is not at this one, counted from when that was seen: who
// was away for long leaves them no less. One node gives the seat up before the others, though it may have seen it
// later.
Instant Hall::Inside::note_absent(Table& table, int number, const std::string& reason) {
  if (!table.absent_engine) {
    log(fmt::format("match {}: {}; left to the other nodes, which come in late", table.id, reason));
  }
  if (!table.absent_engine || table.absent_engine->number != number) table.absent_engine = {number, now()};
  return table.absent_engine->since + others_may_have_it + (table.is_mine ? Milliseconds{0} : 2 * engine_grace);
}

// A failing engine does not hang the game: it is asked again, and then its seat is given up, with the reason in the
// chat.
void Hall::Inside::engine_failed(Table& table, int seat, const std::string& reason) {
  if (!table.match || table.match->seat_to_move() != seat) return;
  ++table.engine_failures;
  const match::Player engine = table.match->seat(seat).player.value_or(match::Player{});
  log(fmt::format("match {}: {} did not answer ({} of {}): {}", table.id, engine.name, table.engine_failures,
                  most_failures, reason));
  if (table.engine_failures < most_failures) {
    table.engine_again = now() + first_pause * (1 << table.engine_failures);
    return schedule(table);
  }
  table.engine_failures = 0;
  for (const auto room : {protocol::Room::players, protocol::Room::spectators}) {
    say_at(table, "", engine.name, room, engine.name + " cannot go on and gives up its seat", [](const auto&) {});
  }
  submit(table, {{seat, -1, match::Resign{}, {}}, {}, {}});
}

// Engines play for the game's sake: they let people take back, and play their draws out.
void Hall::Inside::answer_for_engines(Table& table) {
  if (!table.match || table.is_storing || is_closing || table.not_before || engine_turn(table) > now()) return;
  const match::Match& match = *table.match;
  if (match.phase() != match::Phase::playing) return;
  const bool has_engine = std::ranges::any_of(
      table.header.seats, [](const store::SeatRow& row) { return row.kind == store::PlayerKind::engine; });
  if (!has_engine) return;
  const match::Status status = match.status(now());
  for (int seat = 0; seat < match.seats() && !table.is_storing; ++seat) {
    if (!is_engine(match, seat) || match.seat(seat).has_left) continue;
    if (status.draw && !status.draw->has_agreed(seat) && match.is_playing(seat)) {
      return submit(table, {{seat, match.number(), match::AnswerDraw{false}, {}}, {}, {}});
    }
    if (status.takeback && !status.takeback->has_agreed(seat)) {
      return submit(table, {{seat, match.number(), match::AnswerTakeback{true}, {}}, {}, {}});
    }
  }
}

}  // namespace crownstar::hall
