// How a board is drawn: where its points lie, what they are called and what they are for.
// It does not know what stands on them, pixels, colours and themes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace crownstar::game {

using Point = int;  // an index into Layout::points, the same in every MoveView and PieceView of the game

enum class BoardShape { squares, star };

struct LayoutPoint {
  double x = 0;             // in steps between neighbours; x grows to the right and y upwards,
  double y = 0;             // as seen by the seat that has its pieces at the bottom
  std::string label;        // `11`, `c3`, `i9`
  bool is_playable = true;  // false for the squares of the other colour
  int start_of = 0;         // the set that starts here (as PieceView::set), 0 for none
  int goal_of = 0;          // the set that races here, or crowns here; 0 for none
};

struct Layout {
  BoardShape shape = BoardShape::squares;
  int columns = 0;  // of squares; 0 for a star
  int rows = 0;
  std::vector<LayoutPoint> points;
  std::vector<std::pair<Point, Point>> lines;  // neighbours joined by a line, each pair once
  int turn_steps = 2;                          // how many ways the board can be turned: 2 for squares, 6 for a star
};

}  // namespace crownstar::game
