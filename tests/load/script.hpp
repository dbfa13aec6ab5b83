// Whole games of random moves, made beforehand, so that a client under load need not know the rules.
// It does not know who plays them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crownstar::load {

struct Script {
  std::string game;  // the token
  int seats = 2;
  std::vector<std::string> moves;  // as the game writes them
  std::vector<int> movers;         // whose turn each of them is
  bool is_over = false;            // by the rules, after the last one; else it was only cut off
};

// The same for the same seed.
Script random_script(const std::string& game, std::uint64_t seed, std::size_t most_plies);
// The longest of so many.
Script long_script(const std::string& game, std::uint64_t seed, int tries, std::size_t most_plies);

}  // namespace crownstar::load
