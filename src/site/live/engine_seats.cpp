// Engines at the match: asked when it is their turn, answering with ordinary commands.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "site/live/inside.hpp"

namespace crownstar::live {
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

void LiveSite::Inside::forget_engine(LiveMatch& live) {
  if (live.thinking && ports.engines != nullptr) {
    ports.engines->forget(live.thinking->ticket);
    --counts.engines_thinking;
  }
  live.thinking.reset();
  live.engine_again.reset();
}

// The node that has stored the last event asks; the others come in where it does not go on.
Instant LiveSite::Inside::engine_turn(const LiveMatch& live) const {
  if (is_alone() || live.is_stored_here) return Instant{};
  return live.match->last_at() + (live.is_mine ? engine_grace : 2 * engine_grace);
}

// Called after whatever may have changed whose turn it is.
void LiveSite::Inside::ask_engine(LiveMatch& live) {
  if (!live.match || live.is_storing() || is_closing || ports.engines == nullptr) return;
  const match::Match& match = *live.match;
  if (live.thinking && live.thinking->number == match.number()) return;
  const int seat = match.seat_to_move();
  // An offer is no reason to begin again: the board is the same.
  if (live.thinking && live.thinking->seat == seat && live.thinking->moves == match.moves().size()) {
    live.thinking->number = match.number();
    return;
  }
  if (live.thinking) forget_engine(live);
  if (!is_engine(match, seat) || live.not_before || live.engine_again) return;
  if (const Instant turn = engine_turn(live); turn > now()) {
    live.engine_again = turn;
    return schedule(live);
  }
  Question question{match.seat(seat).player->id, &match, seat, std::nullopt};
  if (match.is_clock_running()) question.left = match.clock(seat, now()).left;
  const Thinking asked{++last_ticket, 0, match.number(), seat, match.moves().size()};
  const auto then = [](Inside& inside, LiveMatch& live, std::uint64_t mine, EngineAnswer answer) {
    // Late: the game has gone on without it.
    if (!live.thinking || live.thinking->mine != mine) return;
    inside.engine_answered(live, std::move(answer));
  };
  live.thinking = asked;
  ++counts.engines_thinking;
  const std::uint64_t ticket = ports.engines->ask(question, later(weak_from_this(), live, then, asked.mine));
  if (live.thinking && live.thinking->mine == asked.mine) live.thinking->ticket = ticket;
}

void LiveSite::Inside::engine_answered(LiveMatch& live, EngineAnswer answer) {
  const Thinking asked = *std::exchange(live.thinking, {});
  --counts.engines_thinking;
  if (is_closing || !live.match) return;
  if (!answer && answer.error().kind == EngineFailure::Kind::busy) {
    live.engine_again = now() + first_pause;
    return schedule(live);
  }
  if (!answer && answer.error().kind == EngineFailure::Kind::absent && !is_alone()) {
    const Instant others_first = note_absent(live, asked.number, answer.error().reason);
    if (others_first > now()) {
      live.engine_again = others_first;
      return schedule(live);
    }
  }
  if (!answer) return engine_failed(live, asked.seat, answer.error().reason);
  Operation operation{{asked.seat, asked.number, match::Move{*std::move(answer)}, {}}, {}, {}};
  const auto refused = [](Inside& inside, LiveMatch& live, int seat, const std::expected<Taken, Refused>& taken) {
    if (taken || taken.error().code != match::refusal_code::illegal_move) return;
    inside.engine_failed(live, seat, taken.error().reason);
  };
  operation.answers.emplace_back(later(weak_from_this(), live, refused, asked.seat));
  submit(live, std::move(operation));
  if (!live.is_storing()) {  // refused: whatever the reason, it is asked again if it is still its turn
    ask_engine(live);
    schedule(live);
  }
}

// Until when the other nodes have the turn of an engine that is not at this one, counted from when that was seen: who
// was away for long leaves them no less. One node gives the seat up before the others, though it may have seen it
// later.
Instant LiveSite::Inside::note_absent(LiveMatch& live, int number, const std::string& reason) {
  if (!live.absent_engine) {
    log(fmt::format("match {}: {}; left to the other nodes, which come in late", live.id, reason));
  }
  if (!live.absent_engine || live.absent_engine->number != number) live.absent_engine = {number, now()};
  return live.absent_engine->since + others_may_have_it + (live.is_mine ? Milliseconds{0} : 2 * engine_grace);
}

// A failing engine does not hang the game: it is asked again, and then its seat is given up, with the reason in the
// chat.
void LiveSite::Inside::engine_failed(LiveMatch& live, int seat, const std::string& reason) {
  if (!live.match || live.match->seat_to_move() != seat) return;
  ++live.engine_failures;
  const match::Player engine = live.match->seat(seat).player.value_or(match::Player{});
  log(fmt::format("match {}: {} did not answer ({} of {}): {}", live.id, engine.name, live.engine_failures,
                  most_failures, reason));
  if (live.engine_failures < most_failures) {
    live.engine_again = now() + first_pause * (1 << live.engine_failures);
    return schedule(live);
  }
  live.engine_failures = 0;
  for (const auto room : {protocol::Room::players, protocol::Room::spectators}) {
    say_at(live, "", engine.name, room, engine.name + " cannot go on and gives up its seat", [](const auto&) {});
  }
  submit(live, {{seat, -1, match::Resign{}, {}}, {}, {}});
}

// Engines play for the game's sake: they let people take back, and play their draws out.
void LiveSite::Inside::answer_for_engines(LiveMatch& live) {
  if (!live.match || live.is_storing() || is_closing || live.not_before || engine_turn(live) > now()) return;
  const match::Match& match = *live.match;
  if (match.phase() != match::Phase::playing) return;
  const bool has_engine = std::ranges::any_of(
      live.header.seats, [](const store::SeatRow& row) { return row.kind == store::PlayerKind::engine; });
  if (!has_engine) return;
  const match::Status status = match.status(now());
  for (int seat = 0; seat < match.seats() && !live.is_storing(); ++seat) {
    if (!is_engine(match, seat) || match.seat(seat).has_left) continue;
    if (status.draw && !status.draw->has_agreed(seat) && match.is_playing(seat)) {
      return submit(live, {{seat, match.number(), match::AnswerDraw{false}, {}}, {}, {}});
    }
    if (status.takeback && !status.takeback->has_agreed(seat)) {
      return submit(live, {{seat, match.number(), match::AnswerTakeback{true}, {}}, {}, {}});
    }
  }
}

}  // namespace crownstar::live
