// The three-move ballots with which games of American checkers begin in tournaments: the deck of the American Checker
// Federation. It does not know how a match draws from them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace crownstar::contest {

enum class BallotUse {
  everywhere,
  by_mail,  // too hard for one side to be played across the board
  barred,   // one side is taken for lost
};

struct Ballot {
  std::array<std::string_view, 3> moves;
  BallotUse use = BallotUse::everywhere;
};

// All 174, in the order of their numbers in the deck; 156 of them are played.
std::vector<Ballot> three_move_deck();

}  // namespace crownstar::contest
