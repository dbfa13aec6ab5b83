// Several engines against each other: each pairing plays rounds of games from the same starts, on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engines/contest/contest_score.hpp"
#include "engines/contest/game_runner.hpp"

namespace crownstar::contest {

// Two engines by their numbers.
struct Pairing {
  std::size_t a = 0;
  std::size_t b = 1;

  bool operator==(const Pairing&) const = default;
};

std::vector<Pairing> round_robin(std::size_t engines);  // everybody against everybody
std::vector<Pairing> gauntlet(std::size_t engines);     // the first against each of the others

// All games of one start between two engines, with A once on each side.
struct FinishedRound {
  std::size_t pairing = 0;
  std::size_t round = 0;
  std::vector<GameSummary> games;  // by the side of A

  bool operator==(const FinishedRound&) const = default;
};

struct ArenaTerms {
  std::vector<EngineSpec> engines;
  std::vector<Pairing> pairings;
  search::SearchLimits limits;  // of whoever has none of its own
  GameTerms game;
  std::string starts;    // as StartTerms::kind
  int random_moves = 0;  // as StartTerms
  int games = 100;       // of each pairing, rounded up to whole rounds
  int threads = 1;       // games at the same time
  std::uint64_t seed = 0;
  std::optional<SequentialTest> test;   // for two engines and two sides
  std::vector<FinishedRound> finished;  // of the same arena when it was interrupted: counted and not played again
};

struct ArenaResult {
  std::vector<ContestResult> pairings;  // as in the terms
  // The rounds of two sides in the order in which they ended: the pairing, and A's half points of 4.
  std::vector<std::pair<std::size_t, int>> history;
  bool was_stopped = false;  // by the signal; whole rounds are counted

  int games() const;
};

// Never two calls at once. All games of a round come before the round.
struct ArenaListeners {
  std::function<void(std::size_t found, int wanted)> on_starts;  // while they are looked for, before the first game
  std::function<void(const PlayedGame&, const FinishedRound&, int side_of_a)> on_game;
  std::function<void(const ArenaResult&, const FinishedRound&)> on_round;
};

// The first round of each pairing is played before the second of any. Ends early by the test, by the games' stop
// signal, or where engines fail too often: that is refused, and so it is where an engine gave no answer in any game.
// The same terms with limits of nodes or depth give the same games, whatever the number of threads, unless the test or
// the signal ends it.
Checked<ArenaResult> run_arena(const ArenaTerms& terms, const ArenaListeners& listeners);

}  // namespace crownstar::contest
