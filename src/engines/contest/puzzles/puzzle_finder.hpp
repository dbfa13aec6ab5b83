// Decides whether a position is a puzzle, and works out how it goes on.
#pragma once

#include <cstdint>
#include <optional>

#include "engines/contest/puzzles/puzzle.hpp"
#include "engines/search/searcher.hpp"
#include "rules/game/game.hpp"

namespace crownstar::contest {

// Scores in hundredths of a man, as the side to move sees them.
struct FinderTerms {
  std::uint64_t glance_nodes = 600;     // of a first search that leaves out what is even, or won anyhow
  std::uint64_t nodes = 20'000;         // of a search that may well say no
  std::uint64_t proof_nodes = 400'000;  // of one that must not be wrong
  int won = 200;                        // so much the only good move brings at least
  int even = 60;                        // and any other at most
  int most_moves = 10;                  // of the solver
  std::uint64_t least_effort = 0;       // that a puzzle must take
};

class PuzzleFinder {
 public:
  PuzzleFinder(search::Searcher& searcher, const FinderTerms& terms) : searcher_(searcher), terms_(terms) {}

  // None where the position is no puzzle: several moves win or none does, too few are legal, the winning one captures
  // (that many see at once), the win brings no piece, no king and no end, or it is found too easily. Refused where the
  // search fails.
  Checked<std::optional<Puzzle>> find(const game::Game& game);

 private:
  struct Judged {
    std::string best;
    int score = 0;
    int second = 0;
  };
  Checked<Judged> judge(const game::Game& game, std::uint64_t nodes, int lines);
  bool wins_alone(const Judged& judged) const { return judged.score >= terms_.won && judged.second <= terms_.even; }

  // The only winning move, and what it takes to find it.
  struct Proof {
    std::string move;
    std::uint64_t effort = 0;
  };
  Checked<std::optional<Proof>> prove(const game::Game& game);
  // With the moves from there; none where they lead to nothing that one can see.
  Checked<std::optional<Puzzle>> puzzle_of(const game::Game& game, const Proof& proof);
  Checked<std::optional<std::string>> solver_move(const game::Game& game);
  Checked<std::string> reply(const game::Game& game);
  Checked<std::uint64_t> effort_of(const game::Game& game, const std::string& first, std::uint64_t most_nodes);

  search::Searcher& searcher_;
  FinderTerms terms_;
};

}  // namespace crownstar::contest
