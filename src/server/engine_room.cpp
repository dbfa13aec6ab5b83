#include "server/engine_room.hpp"

#include <algorithm>

namespace crownstar::server {
namespace {

// Of what is left on the clock, so that the time lasts for the rest of the game; and never so long that a person yawns.
constexpr int part_of_clock = 25;
constexpr std::chrono::milliseconds longest_thought{3000};
constexpr std::chrono::milliseconds shortest_thought{20};

std::vector<engine::Turn> turns_of(const match::Match& match) {
  std::vector<engine::Turn> turns;
  auto withdrawal = match.withdrawals().begin();
  const auto last = match.withdrawals().end();
  int made = 0;
  for (const match::PlayedMove& move : match.moves()) {
    for (; withdrawal != last && withdrawal->moves <= made; ++withdrawal) {
      turns.push_back(engine::Turn::withdrawn(withdrawal->seat));
    }
    turns.push_back(engine::Turn::played(move.text));
    ++made;
  }
  for (; withdrawal != last; ++withdrawal) turns.push_back(engine::Turn::withdrawn(withdrawal->seat));
  return turns;
}

}  // namespace

std::expected<match::Player, match::Refused> EngineRoom::player(std::string_view engine,
                                                                const match::Terms& terms) const {
  for (const engine::EngineChoice& choice : engines_.choices(terms.game)) {
    if (choice.id == engine) return match::Player{choice.id, choice.name, match::PlayerKind::engine, 0, false};
  }
  return match::refused("no_such_engine", "there is no such level of the computer, or it does not play this game");
}

std::uint64_t EngineRoom::ask(const hall::Question& question, std::function<void(hall::EngineAnswer)> done) {
  engine::SearchRequest request;
  request.token = question.match->terms().game;
  request.position = question.match->terms().position;
  request.turns = turns_of(*question.match);
  request.level = question.engine;
  request.seed = draw_();
  if (question.left) {
    request.limits.time = std::clamp(*question.left / part_of_clock, shortest_thought, longest_thought);
  }
  // Shared, so that a refusal of the pool can still be told to whoever asked.
  const auto told = std::make_shared<std::function<void(hall::EngineAnswer)>>(std::move(done));
  const auto asked =
      engines_.ask(std::move(request), engine::Priority::game, [told](board::Checked<engine::SearchResult> result) {
        if (result) return (*told)(result->move);
        (*told)(std::unexpected(hall::EngineFailure{board::to_text(result.error()), false}));
      });
  if (asked) return *asked;
  // The pool's queue is full, or no engine plays this: the seat asks again in a while.
  post_(
      [told, reason = board::to_text(asked.error())] { (*told)(std::unexpected(hall::EngineFailure{reason, true})); });
  return 0;
}

void EngineRoom::forget(std::uint64_t ticket) {
  if (ticket != 0) engines_.cancel(ticket);
}

}  // namespace crownstar::server
