#include "site/live/engines/engine_player.hpp"

#include <algorithm>
#include <utility>

namespace crownstar::live {
namespace {

using match::Milliseconds;

constexpr int moves_to_come = 30;            // that what is left is spread over
constexpr Milliseconds kept_back{200};       // for the way and the store
constexpr Milliseconds longest_think{5000};  // however much time there is: people wait
constexpr int least_part = 3;                // of what is left, for one move

// In a game of computers alone nobody waits for a move.
engine::Priority priority_of(const match::Match& match) {
  for (int seat = 0; seat < match.seats(); ++seat) {
    const auto& player = match.seat(seat).player;
    if (player && player->kind != match::PlayerKind::engine) return engine::Priority::game;
  }
  return engine::Priority::analysis;
}

}  // namespace

Milliseconds thinking_time(Milliseconds left, Milliseconds step) {
  const Milliseconds usable = std::max(left - kept_back, Milliseconds{0});
  return std::min({usable / moves_to_come + step, usable / least_part, longest_think});
}

engine::SearchRequest request_of(const Question& question) {
  const match::Match& match = *question.match;
  engine::SearchRequest request;
  request.token = match.terms().game;
  request.position = match.terms().position;
  request.level = question.engine;
  auto leaving = match.withdrawals().begin();
  for (std::size_t made = 0; made <= match.moves().size(); ++made) {
    for (; leaving != match.withdrawals().end() && std::cmp_equal(leaving->moves, made); ++leaving) {
      request.turns.push_back(engine::Turn::withdrawn(leaving->seat));
    }
    if (made < match.moves().size()) request.turns.push_back(engine::Turn::played(match.moves()[made].text));
  }
  const match::ClockTerms& clock = match.terms().clocks[static_cast<std::size_t>(question.seat)];
  const bool is_by_days = clock.kind == match::ClockKind::days;
  if (question.left && !is_by_days) request.limits.time = thinking_time(*question.left, clock.step);
  return request;
}

EnginePlayer::EnginePlayer(engine::EngineService& engines, std::function<std::uint64_t()> random)
    : engines_(engines), random_(std::move(random)) {}

std::expected<match::Player, match::Refused> EnginePlayer::player(std::string_view engine,
                                                                  const match::Terms& terms) const {
  const std::vector<engine::EngineChoice> choices = engines_.choices(terms.game);
  const auto found = std::ranges::find(choices, engine, &engine::EngineChoice::id);
  if (found == choices.end()) {
    std::string known;
    for (const engine::EngineChoice& choice : choices) known += (known.empty() ? "" : ", ") + choice.id;
    return match::refused("no_such_engine", known.empty() ? "no computer plays this game"
                                                          : "no such level for this game; there are " + known);
  }
  return match::Player{found->id, found->name, match::PlayerKind::engine, 0, false};
}

std::uint64_t EnginePlayer::ask(const Question& question, std::function<void(EngineAnswer)> done) {
  engine::SearchRequest request = request_of(question);
  request.seed = random_();
  const auto then = [done](base::Checked<engine::SearchResult> result) {
    if (!result) return done(std::unexpected(EngineFailure{base::to_text(result.error())}));
    done(std::move(result->move));
  };
  auto job = engines_.ask(std::move(request), priority_of(*question.match), then);
  if (job) return *job;
  // One that is here and refuses at once has no room.
  const bool is_here = player(question.engine, question.match->terms()).has_value();
  const auto kind = is_here ? EngineFailure::Kind::busy : EngineFailure::Kind::absent;
  done(std::unexpected(EngineFailure{base::to_text(job.error()), kind}));
  return 0;
}

void EnginePlayer::forget(std::uint64_t ticket) { engines_.cancel(ticket); }

std::size_t EnginePlayer::thinking() const {
  const engine::PoolLoad load = engines_.load();
  return load.running + load.waiting;
}

}  // namespace crownstar::live
