// The endings in which some rulebook counts moves, as values. The rows of the variants say which game counts which. It
// does not know how to count: draws.hpp does.
#pragma once

#include "rules/draughts/variants/rules.hpp"

namespace crownstar::draughts {

inline constexpr Between none{0, 0};
constexpr Between exactly(int count) { return {count, count}; }
constexpr Between at_least(int count) { return {count, 255}; }

constexpr MaterialDraw three_kings_against_one(CountedMoves counted, int limit) {
  return {.when = "three kings against one",
          .stronger_men = none,
          .stronger_kings = exactly(3),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .counted = counted,
          .limit = limit};
}

constexpr MaterialDraw three_kings_or_more_against_one(int limit) {
  return {.when = "three kings or more against one",
          .stronger_men = none,
          .stronger_kings = at_least(3),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .counted = CountedMoves::of_the_stronger,
          .limit = limit,
          .restarts = CountRestarts::when_material_changes};
}

constexpr MaterialDraw kings_on_both_sides(int least, int most, int half_moves) {
  return {.when = "kings on both sides and few pieces",
          .stronger_kings = at_least(1),
          .weaker_kings = at_least(1),
          .all_pieces = {least, most},
          .limit = half_moves,
          .restarts = CountRestarts::when_material_changes};
}

constexpr MaterialDraw three_pieces_against_a_king(int half_moves) {
  return {.when = "three pieces, a king among them, against a king",
          .stronger_kings = at_least(1),
          .stronger_pieces = exactly(3),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .limit = half_moves};
}

constexpr MaterialDraw three_pieces_against_a_king_on_the_road(int moves) {
  return {.when = "three pieces, a king among them, against a king that holds the long diagonal",
          .stronger_kings = at_least(1),
          .stronger_pieces = exactly(3),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .counted = CountedMoves::of_the_stronger,
          .limit = moves,
          .road = LongDiagonal::held_by_the_weaker_alone};
}

constexpr MaterialDraw two_pieces_against_a_king(int half_moves) {
  return {.when = "two pieces or one, a king among them, against a king",
          .stronger_kings = at_least(1),
          .stronger_pieces = {1, 2},
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .limit = half_moves};
}

// The river is the long diagonal of the Iberian board.
constexpr MaterialDraw three_kings_on_the_river(int moves) {
  return {.when = "three kings that hold the long diagonal against one",
          .stronger_men = none,
          .stronger_kings = exactly(3),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .counted = CountedMoves::of_the_stronger,
          .limit = moves,
          .road = LongDiagonal::once_reached_by_the_stronger};
}

constexpr MaterialDraw few_pieces_with_kings(int half_moves) {
  return {.when = "at most four pieces a side, kings among them",
          .stronger_kings = at_least(1),
          .stronger_pieces = {1, 4},
          .weaker_kings = at_least(1),
          .weaker_pieces = {1, 4},
          .limit = half_moves,
          .restarts = CountRestarts::when_material_changes_or_a_man_moves};
}

constexpr MaterialDraw two_kings_against_one(int half_moves) {
  return {.when = "two kings against one",
          .stronger_men = none,
          .stronger_kings = exactly(2),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .limit = half_moves,
          .restarts = CountRestarts::when_material_changes};
}

constexpr MaterialDraw king_against_king(int half_moves) {
  return {.when = "king against king",
          .stronger_men = none,
          .stronger_kings = exactly(1),
          .weaker_men = none,
          .weaker_kings = exactly(1),
          .limit = half_moves};
}

constexpr MaterialDraw one_piece_each(int half_moves) {
  return {.when = "one piece each", .stronger_pieces = exactly(1), .weaker_pieces = exactly(1), .limit = half_moves};
}

}  // namespace crownstar::draughts
