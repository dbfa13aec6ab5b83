// Which moves a game has made in one position: one to which it came again counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace crownstar::collections {

class MovesOfGame {
 public:
  // The games are told one after the other. False: the game has made this move there before.
  bool is_first(std::int64_t game, std::int64_t move) {
    if (game != game_) moves_.clear();
    game_ = game;
    if (std::ranges::find(moves_, move) != moves_.end()) return false;
    moves_.push_back(move);
    return true;
  }

 private:
  std::int64_t game_ = 0;
  std::vector<std::int64_t> moves_;
};

}  // namespace crownstar::collections
