// A match of two engines: rounds of games from the same starts, on several threads, until enough is known.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engines/contest/game_runner.hpp"
#include "engines/contest/statistics/place_tally.hpp"
#include "engines/contest/statistics/tally.hpp"

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

// A has one side: a seat, in teams all seats of one team. All others are B. With two sides the tally counts, with more
// the places that A reached.
struct ContestResult {
  int seats = 2;
  int sides = 2;
  int games = 0;
  Tally tally;
  PlaceTally places;
  std::map<std::string, int> undecided_by;  // why nobody won, and how often; drawn games of two sides too
  int repeated = 0;                         // went move for move as another one with A on the same side
  int failures_a = 0;                       // games lost for want of a legal move
  int failures_b = 0;
  int agreed = 0;
  int known = 0;  // ended by the referee's tables
  int too_long = 0;
  std::uint64_t plies = 0;
  SearchTotals search_totals_a;
  SearchTotals search_totals_b;
  Verdict verdict = Verdict::open;
  bool was_stopped = false;  // by the signal; whole rounds are counted
};

struct ContestListeners {
  std::function<void(const ContestResult&)> on_round;                        // after every round
  std::function<void(const PlayedGame&, int round, int side_of_a)> on_game;  // never two at once
};

// Ends early by the test, by the bouts' stop signal, or where engines fail too often: that is refused, and so it is
// where an engine gave no answer in any game, for who never starts has not been beaten. The same terms with limits of
// nodes or depth give the same games, whatever the number of threads, unless the test or the signal ends it.
Checked<ContestResult> run_contest(const ContestTerms& terms, const ContestListeners& listeners);

}  // namespace crownstar::contest
