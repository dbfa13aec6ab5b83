// Why a move may not be made, hop by hop, and by which ways a chain leads somewhere.
// It refuses to be fast: it looks at one hole after the other, and the generator (hops.hpp) is held to it by tests.
#pragma once

#include <span>

#include "rules/sternhalma/notation.hpp"

namespace crownstar::sternhalma {

enum class HopFault : std::uint8_t {
  none,
  out_of_line,
  landing_taken,
  nothing_between,
  too_far,         // standard: not over a single adjacent piece
  too_many,        // super: more than one piece
  off_middle,      // super: the piece is not half-way
  uneven,          // symmetric: does not read the same from both ends
  gap_in_between,  // catapult: the row is broken or does not begin next to the piece
};

// Where a hop is made: `occupied` is without the moving piece (CC-21).
struct HopGround {
  const Star& star;
  Hop hop;
  Holes occupied;
};

HopFault hop_fault(const HopGround& ground, int from, int to);
// The fault in words and the rule it breaks.
Refusal fault_refusal(const HopGround& ground, HopFault fault, int from, int to);

// The shortest chains of one piece to every hole it can hop to, found at once.
class ChainTree {
 public:
  ChainTree(const HopGround& ground, int from);

  bool reaches(int hole) const { return hole != from_ && before_[hole] != Star::none; }
  // From, every landing, to; `hole` must be reached.
  Path path_to(int hole) const;

 private:
  int from_;
  Table<std::int16_t, Star::most_holes> before_;
};

// The plain picture of a position that judging needs.
struct Scene {
  Rules rules;
  int seat = 0;                                   // to move
  Table<std::int8_t, Star::most_holes> set_at{};  // `nobody` where no piece stands

  Scene(const Rules& checked, const Setup& setup);
  const Star& star() const { return *board::star_with(rules.board); }
  HopGround ground_without(int hole) const;
};

// Whether the seat to move may make the move; a refusal names the rule. Two holes stand for any way between them; of
// a longer path each hop is looked at.
Checked<void> judge_move(const Scene& scene, std::span<const int> path);

// How a legal move is shown: the step, or the shortest chain.
Path shortest_path(const Scene& scene, int from, int to);

// Every way to make a legal move that visits no hole twice, shortest first; too many are refused as too complex.
Checked<std::vector<Path>> every_path(const Scene& scene, int from, int to);

}  // namespace crownstar::sternhalma
