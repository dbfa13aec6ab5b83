// What every refusal looks like and when two games stand alike, for the fuzz targets of positions and tokens.
// It does not know where the bytes come from.
#pragma once

#include <cstdlib>
#include <string>

#include "rules/game/game.hpp"

namespace crownstar::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

// One printable line with a reason.
inline void check_refusal(const base::Refusal& refusal) {
  require(!refusal.reason.empty());
  for (const char letter : to_text(refusal)) require(static_cast<unsigned char>(letter) >= ' ');
}

inline bool is_alike(const game::Game& one, const game::Game& other) {
  return one.position() == other.position() && one.key() == other.key() && one.pieces() == other.pieces() &&
         one.outcome() == other.outcome() && one.seat_to_move() == other.seat_to_move();
}

}  // namespace crownstar::fuzz
