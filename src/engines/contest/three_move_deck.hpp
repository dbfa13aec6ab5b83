// The three-move ballots with which games of American checkers begin in tournaments: the deck of the American Checker
// Federation, in its order. It does not know how a match draws from them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace crownstar::contest {

enum class BallotUse {
  everywhere,
  by_mail,  // so hard for one side that nobody has to play it without time to study
  barred,   // one side loses a man, or the game
};

struct Ballot {
  int number = 0;  // in the deck, from 1
  std::array<std::string_view, 3> moves;
  BallotUse use = BallotUse::everywhere;
};

// All 174; 156 of them are played.
std::vector<Ballot> three_move_deck();

}  // namespace crownstar::contest
