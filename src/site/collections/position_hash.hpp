// Numbers for positions and material, by which an index of games finds them. They are kept in files: no change of the
// program may change them.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/game/game.hpp"

namespace crownstar::collections {

enum class Colours { as_they_are, turned };

// The same for the same pieces with the same seat to move in the same game, whatever came before. With the colours
// turned it is that of the position as the other side has it: the board the other way round. Only two seats have that.
std::int64_t position_hash(const game::Game& game, Colours colours = Colours::as_they_are);

// How many men and kings White and Black have.
struct Material {
  int white_men = 0;
  int white_kings = 0;
  int black_men = 0;
  int black_kings = 0;

  std::int64_t number() const;
  bool operator==(const Material&) const = default;
};

// Of a game of draughts; a star has neither men nor kings.
std::optional<Material> material_of(const game::Game& game);

}  // namespace crownstar::collections
