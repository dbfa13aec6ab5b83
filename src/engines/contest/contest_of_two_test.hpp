// An arena of one pairing, as the tests ask for it: two engines, and listeners that know of no other pairing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engines/contest/arena.hpp"

namespace crownstar::contest {

struct ContestTerms {
  EngineSpec a;
  EngineSpec b;
  search::SearchLimits limits;  // of whoever has none of its own
  GameTerms game;
  std::string starts;    // as StartTerms::kind
  int random_moves = 0;  // as StartTerms
  int games = 100;       // rounded up to whole rounds: every start is played once with A on each side
  int threads = 1;       // games at the same time
  std::uint64_t seed = 0;
  std::optional<SequentialTest> test;  // for two sides
};

struct ContestListeners {
  std::function<void(const ContestResult&)> on_round;                        // after every round
  std::function<void(const PlayedGame&, int round, int side_of_a)> on_game;  // never two at once
};

inline Checked<ContestResult> run_contest(const ContestTerms& terms, const ContestListeners& listeners) {
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
