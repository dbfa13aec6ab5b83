#include "engines/contest/contest.hpp"

#include <utility>

#include "engines/contest/arena.hpp"

namespace crownstar::contest {

Checked<ContestResult> run_contest(const ContestTerms& terms, const ContestListeners& listeners) {
  ArenaTerms arena;
  arena.engines = {terms.a, terms.b};
  arena.pairings = round_robin(2);
  arena.limits = terms.limits;
  arena.game = terms.game;
  arena.starts = terms.starts;
  arena.random_moves = terms.random_moves;
  arena.games = terms.games;
  arena.threads = terms.threads;
  arena.seed = terms.seed;
  arena.test = terms.test;
  ArenaListeners both;
  both.on_game = [&](const PlayedGame& played, const FinishedRound& round, int side_of_a) {
    if (listeners.on_game) listeners.on_game(played, static_cast<int>(round.round), side_of_a);
  };
  both.on_round = [&](const ArenaResult& so_far, const FinishedRound&) {
    if (listeners.on_round) listeners.on_round(so_far.pairings.front());
  };
  auto end = run_arena(arena, both);
  if (!end) return std::unexpected(end.error());
  ContestResult result = std::move(end->pairings.front());
  result.was_stopped = end->was_stopped;
  return result;
}

}  // namespace crownstar::contest
