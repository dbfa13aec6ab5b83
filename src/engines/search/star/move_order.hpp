// Knows what a seat is told of how to play, and what it tells of what it found.
// Refuses to know how it gets there (player.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/search/star/play_outs.hpp"
#include "engines/search/star/tree.hpp"

namespace crownstar::search {

// How a seat plays.
struct StarOrders {
  StarMethod method = StarMethod::paranoid;
  StarView view{};
  int depth = StarTree<4>::most_depth;
  int turns = 6;           // of its own, that a forecast looks ahead
  int longest_jump = 0;    // overlooks moves that go farther, in steps; 0 for none
  int races_below = 1500;  // counts its own way where nobody meets it, below so many hundredths of a turn; 0 for never
  int nearly_home = 150;   // below so many it does so whoever is in the way
  bool reduces_late = true;
  bool plays_out = false;  // judges by playing on, which takes some thousands of nodes
  StarPlayOutShape play_outs{};
  int foresees_from = 0;    // plans with foreseen rivals where so many of 100 moves were as foreseen; 0 for never
  bool weighs_all = false;  // every move has its exact worth, not only the best
  std::size_t lines = 1;    // so many of the best have
  int threads = 1;          // that search together
};

struct StarThought {
  struct Ranked {
    sternhalma::Move move;
    std::uint8_t set = 0;
    int score = 0;
    std::vector<sternhalma::Move> line;  // the move and what is expected to follow
    std::optional<double> place{};       // that may be expected, where that was found and not only the score
  };
  std::vector<Ranked> moves;  // every legal move, the best first
  int depth = 0;
  int glance = 0;                  // what a look at one turn says, without a network
  int turns_home = 0;              // so many of one's own, where it was counted; 0 where not
  bool has_every_turn = false;     // its lines are of all seats' turns, whoever they play against
  bool is_foreseen = false;        // its scores rest on rivals that do what gains them most at first sight
  std::uint64_t nodes_beside = 0;  // of other threads than that of the budget
};

}  // namespace crownstar::search
