// What makes a level strong or weak in draughts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownstar::search::draughts {

struct Skill {
  int depth = 1;               // plies, when no limit says otherwise
  bool has_quiescence = true;  // plays out captures at the end of a line
  int noise = 0;               // in hundredths of a man: how far its judgement of a move is off
  std::uint64_t nodes = 0;     // at most; 0 for no limit of its own
  int lapses = 0;              // in so many of 100 turns it plays by the lapsed values
  int lapsed_depth = 1;
  bool lapsed_has_quiescence = true;
};

// What decides how much a ply or a slip is worth: the same values make other steps on another kind of board.
enum class BoardKind : std::uint8_t { short_kings, flying_kings, large };

// Of a game, by its id. Large: 10x10 and more; kings fly there too.
BoardKind board_kind_of(std::string_view game);

// Of a level, by its place among levels().
const Skill& skill_of(std::size_t level, BoardKind board);

// The skill at one turn: now and then it lapses, at the same turns for the same seed.
Skill skill_at_turn(Skill skill, std::uint64_t seed);

}  // namespace crownstar::search::draughts
