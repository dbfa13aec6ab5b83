#include "site/live/engines/engine_seats.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "site/live/context/continuation.hpp"

namespace crownstar::live {
namespace {

constexpr int most_failures = 3;  // of one turn; then the engine gives up its seat
constexpr Milliseconds first_pause{500};
constexpr Milliseconds engine_grace{8000};  // longer than an engine thinks
// Until a node gives up the seat of an engine that it does not have: each of the others has had its grace by then.
constexpr Milliseconds others_may_have_it = 3 * engine_grace;

}  // namespace

std::expected<match::Player, Refused> EngineSeats::player(std::string_view engine, const match::Terms& terms) const {
  if (engines_ == nullptr) return refused("no_such_engine", "no computer plays here");
  return engines_->player(engine, terms);
}

void EngineSeats::forget(LiveMatch& live) {
  const std::optional<OpenQuestion> question = live.engine.end();
  live.engine.ask_again_now();
  if (!question || engines_ == nullptr) return;
  engines_->forget(question->ticket);
  --context_.counts.engines_thinking;
}

// The node that has stored the last event asks; the others come in where it does not go on.
Instant EngineSeats::turn_of(const LiveMatch& live) const {
  if (context_.is_alone || live.copy.is_stored_here) return Instant{};
  return live.match->last_at() + (live.copy.is_mine ? engine_grace : 2 * engine_grace);
}

void EngineSeats::ask(LiveMatch& live) {
  if (!live.match || live.is_storing() || context_.is_closing || engines_ == nullptr) return;
  const match::Match& match = *live.match;
  if (live.engine.is_asked_about(match.number())) return;
  const int seat = match.seat_to_move();
  const match::Player* const computer = match.computer_to_move();
  // A player who is back plays on: the move that the computer searches for them is dropped.
  if (computer != nullptr && live.engine.still_fits(match.number(), seat, match.moves().size())) return;
  if (live.engine.is_thinking()) forget(live);
  if (computer == nullptr || live.timing.not_before || live.engine.again_at()) return;
  if (const Instant turn = turn_of(live); turn > context_.now()) {
    live.engine.ask_again_at(turn);
    return schedule_.schedule(live);
  }
  Question question{computer->id, &match, seat, std::nullopt};
  if (match.is_clock_running()) question.left = match.clock(seat, context_.now()).left;
  const OpenQuestion asked{++last_name_, 0, match.number(), seat, match.moves().size()};
  const auto then = [](EngineSeats& seats, LiveMatch& live, std::uint64_t name, EngineAnswer answer) {
    // Late: the game has gone on without it.
    if (!live.engine.is_asked(name)) return;
    seats.answered(live, std::move(answer));
  };
  live.engine.begin(asked);
  ++context_.counts.engines_thinking;
  const std::uint64_t ticket = engines_->ask(question, later(self(), live, then, asked.name));
  live.engine.note_ticket(asked.name, ticket);
}

void EngineSeats::answered(LiveMatch& live, EngineAnswer answer) {
  const OpenQuestion asked = *live.engine.end();
  --context_.counts.engines_thinking;
  if (context_.is_closing || !live.match) return;
  if (!answer && answer.error().kind == EngineFailure::Kind::busy) {
    live.engine.ask_again_at(context_.now() + first_pause);
    return schedule_.schedule(live);
  }
  if (!answer && answer.error().kind == EngineFailure::Kind::absent && !context_.is_alone) {
    const Instant others_first = note_absent(live, asked.number, answer.error().reason);
    if (others_first > context_.now()) {
      live.engine.ask_again_at(others_first);
      return schedule_.schedule(live);
    }
  }
  if (!answer) return failed(live, asked.seat, answer.error().reason);
  Operation operation{{asked.seat, asked.number, match::Move{*std::move(answer)}, {}, true}, {}, {}};
  const auto is_refused = [](EngineSeats& seats, LiveMatch& live, int seat,
                             const std::expected<Taken, Refused>& taken) {
    if (taken || taken.error().code != match::refusal_code::illegal_move) return;
    seats.failed(live, seat, taken.error().reason);
  };
  operation.answers.emplace_back(later(self(), live, is_refused, asked.seat));
  commands_.submit(live, std::move(operation));
  if (!live.is_storing()) {  // refused: whatever the reason, it is asked again if it is still its turn
    ask(live);
    schedule_.schedule(live);
  }
}

// Until when the other nodes have the turn of an engine that is not at this one, counted from when that was seen: who
// was away for long leaves them no less. One node gives the seat up before the others, though it may have seen it
// later.
Instant EngineSeats::note_absent(LiveMatch& live, int number, const std::string& reason) {
  if (!live.engine.was_absent()) {
    context_.log(fmt::format("match {}: {}; left to the other nodes, which come in late", live.id, reason));
  }
  const Instant since = live.engine.absent_since(number, context_.now());
  return since + others_may_have_it + (live.copy.is_mine ? Milliseconds{0} : 2 * engine_grace);
}

// A failing engine does not hang the game: it is asked again, and then its seat is given up, with the reason in the
// chat. Where it plays for somebody, that seat is theirs again, as it was before.
void EngineSeats::failed(LiveMatch& live, int seat, const std::string& reason) {
  if (!live.match || live.match->seat_to_move() != seat || live.match->computer_to_move() == nullptr) return;
  const int failures = live.engine.note_failure();
  const match::Player engine = *live.match->computer_to_move();
  context_.log(
      fmt::format("match {}: {} did not answer ({} of {}): {}", live.id, engine.name, failures, most_failures, reason));
  if (failures < most_failures) {
    live.engine.ask_again_at(context_.now() + first_pause * (1 << failures));
    return schedule_.schedule(live);
  }
  live.engine.forget_failures();
  const bool is_own_seat = live.match->seat(seat).player->kind == match::PlayerKind::engine;
  const std::string line = engine.name + (is_own_seat ? " cannot go on and gives up its seat"
                                                      : " cannot go on: its player has the seat again");
  for (const auto room : {wire::Room::players, wire::Room::spectators}) {
    chat_.say_at(live, engine.name, room, line);
  }
  if (is_own_seat) return commands_.submit(live, {{seat, -1, match::Resign{}, {}, true}, {}, {}});
  commands_.as_server(live, {seat, -1, match::StandDown{}, {}});
}

void EngineSeats::answer_offers(LiveMatch& live) {
  if (!live.match || live.is_storing() || context_.is_closing || live.timing.not_before ||
      turn_of(live) > context_.now())
    return;
  const match::Match& match = *live.match;
  if (match.phase() != match::Phase::playing) return;
  bool has_computer = false;
  for (int seat = 0; seat < match.seats(); ++seat) has_computer |= match.computer_at(seat) != nullptr;
  if (!has_computer) return;
  const match::Status status = match.status(context_.now());
  for (int seat = 0; seat < match.seats() && !live.is_storing(); ++seat) {
    if (match.computer_at(seat) == nullptr || match.seat(seat).has_left) continue;
    if (status.draw && !status.draw->has_agreed(seat) && match.is_playing(seat)) {
      return commands_.submit(live, {{seat, match.number(), match::AnswerDraw{false}, {}, true}, {}, {}});
    }
    if (status.takeback && !status.takeback->has_agreed(seat)) {
      return commands_.submit(live, {{seat, match.number(), match::AnswerTakeback{true}, {}, true}, {}, {}});
    }
  }
}

}  // namespace crownstar::live
