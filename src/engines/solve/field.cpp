#include "engines/solve/field.hpp"

#include "rules/board/star.hpp"

namespace crownstar::solve {
namespace {

struct Place {
  int x = 0;
  int y = 0;
};

// On a rhombus the long diagonal runs from (0, 0) to (side - 1, side - 1); neither runs along a row of neighbours.
constexpr std::array<Place, directions> lattice_steps{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

std::int8_t small(int number) { return static_cast<std::int8_t>(number); }

}  // namespace

Checked<Field> rhombus(int side, int pieces) {
  constexpr int most_side = 11;
  if (side < 2 || side > most_side) return base::refuse("a rhombus has a side of 2 to 11 holes");
  int rows = 1;
  while (rows * (rows + 1) / 2 < pieces) ++rows;
  if (pieces < 1 || rows * (rows + 1) / 2 != pieces || rows >= side) {
    return base::refuse("an army is a triangle of fewer rows than the side has holes: 1, 3, 6, 10, ... pieces, and " +
                        std::to_string(pieces) + " make none on a side of " + std::to_string(side));
  }
  Field field;
  field.name = "rhombus-" + std::to_string(side) + "-" + std::to_string(pieces);
  field.holes = side * side;
  const auto hole_at = [&](int x, int y) { return x < 0 || y < 0 || x >= side || y >= side ? no_hole : y * side + x; };
  for (int hole = 0; hole < field.holes; ++hole) {
    const auto index = static_cast<std::size_t>(hole);
    const int x = hole % side;
    const int y = hole / side;
    for (std::size_t way = 0; way < directions; ++way) {
      field.near[index][way] = small(hole_at(x + lattice_steps[way].x, y + lattice_steps[way].y));
      field.beyond[index][way] = small(hole_at(x + 2 * lattice_steps[way].x, y + 2 * lattice_steps[way].y));
    }
    field.mirrored[index] = small(x * side + y);
    field.turned[index] = small(field.holes - 1 - hole);
    field.advance[index] = small(x + y);
    field.names[index] = std::string(1, static_cast<char>('a' + x)) + std::to_string(y + 1);
    if (x + y < rows) field.start |= one(hole);
    if (x + y > 2 * (side - 1) - rows) field.goal |= one(hole);
    field.rest |= one(hole);
  }
  return field;
}

Field star() {
  const board::Star& star = board::star<4>;
  constexpr int own = 1;
  Field field;
  field.holes = star.holes();
  for (int hole = 0; hole < field.holes; ++hole) {
    const auto index = static_cast<std::size_t>(hole);
    for (int way = 0; way < directions; ++way) {
      const int next = star.neighbour(hole, way);
      field.near[index][static_cast<std::size_t>(way)] = small(next);
      field.beyond[index][static_cast<std::size_t>(way)] =
          small(next == board::Star::none ? no_hole : star.neighbour(next, way));
    }
    field.mirrored[index] = small(star.mirrored(hole));
    int turned = hole;
    for (int turn = 0; turn < board::star_points / 2; ++turn) turned = star.turned(turned);
    field.turned[index] = small(turned);
    field.advance[index] = small(star.place(hole).row);
    field.names[index] = board::hole_label(star, hole);
    const int point = star.point(hole);
    if (point == own) field.start |= one(hole);
    if (point == board::Star::opposite_point(own)) field.goal |= one(hole);
    if (point == 0) field.rest |= one(hole);
  }
  field.rest |= field.start | field.goal;
  field.name = "star-" + std::to_string(field.holes) + "-" + std::to_string(count(field.start));
  return field;
}

Holes targets(const Field& field, Holes occupied, int from) {
  occupied &= ~one(from);
  Holes reached = 0;
  Holes waiting = one(from);
  while (waiting != 0) {
    const auto hole = static_cast<std::size_t>(first(waiting));
    waiting &= waiting - 1;
    for (std::size_t way = 0; way < directions; ++way) {
      const int landing = field.beyond[hole][way];
      if (landing == no_hole || !has(occupied, field.near[hole][way]) || has(occupied | reached, landing)) continue;
      reached |= one(landing);
      waiting |= one(landing);
    }
  }
  for (const int next : field.near[static_cast<std::size_t>(from)]) {
    if (next != no_hole && !has(occupied, next)) reached |= one(next);
  }
  return reached & field.rest & ~one(from);
}

}  // namespace crownstar::solve
