// Counts the finished rounds of two engines: results or places, why games ended, and what the searches took.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/contest/game_runner.hpp"
#include "engines/contest/statistics/place_tally.hpp"
#include "engines/contest/statistics/tally.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::contest {

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

// In a game of two sides.
GameResult result_for(const GameSummary& played, std::size_t side);

class ContestScore {
 public:
  ContestScore(int seats, game::Sides sides, std::optional<SequentialTest> test);

  // The games of one start, by the side of A. Refused where engines fail too often.
  Checked<void> add_round(const std::vector<const GameSummary*>& games);
  const ContestResult& result() const { return result_; }
  // Refused if an engine gave no answer in any game: an engine that never starts has not been beaten.
  Checked<void> check_answers() const;

 private:
  void note(const GameSummary& played, int side_of_a);
  std::vector<Finish> finishes_of_a(const std::vector<const GameSummary*>& games) const;

  game::Sides sides_;
  std::optional<SequentialTest> test_;
  ContestResult result_;
  std::string failure_of_a_;  // why it failed the last time
  std::string failure_of_b_;
  std::string last_failure_;
  std::set<std::pair<int, std::uint64_t>> played_;  // the side of A, and the line
};

}  // namespace crownstar::contest
