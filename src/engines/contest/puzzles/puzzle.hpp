// A puzzle of draughts: a position in which one move alone wins, and how the game goes on from there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "rules/game/game.hpp"

namespace crownstar::contest {

using base::Checked;

struct Puzzle {
  std::string game;                // its token
  std::string position;            // the solver is to move
  std::vector<std::string> moves;  // the solver's, the reply, and so on; the last one is the solver's
  std::uint64_t effort = 0;        // nodes after which our search plays the first move and stays with it
  int gives = 0;                   // pieces that the solver loses on the way
  int takes = 0;                   // and captures

  bool operator==(const Puzzle&) const = default;
};

// Eight hexadecimal digits that follow from game and position.
std::string id_of(const Puzzle& puzzle);

// Plays all of its moves: refused where there is no such position or move, where the last move is not the solver's, or
// where `gives` and `takes` are not what happens.
Checked<void> check_puzzle(const Puzzle& puzzle);

Checked<void> play_text(game::Game& game, const std::string& move);

// The pieces of a seat, and all others.
struct PieceCount {
  int own = 0;
  int theirs = 0;
  int own_kings = 0;
  int their_kings = 0;
};
PieceCount count_pieces(const game::Game& game, int seat);

}  // namespace crownstar::contest
