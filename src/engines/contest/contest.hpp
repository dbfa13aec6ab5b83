// A match of two engines: rounds of games from the same starts, on several threads, until enough is known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engines/contest/contest_score.hpp"
#include "engines/contest/game_runner.hpp"

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

// An arena of one pairing (arena.hpp).
Checked<ContestResult> run_contest(const ContestTerms& terms, const ContestListeners& listeners);

}  // namespace crownstar::contest
