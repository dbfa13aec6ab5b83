#include "rules/board/star.hpp"

#include "base/text/quote.hpp"

namespace crownstar::board {
namespace {

constexpr int holes_in_point(const Star& star, int point) {
  int count = 0;
  for (int hole = 0; hole < star.holes(); ++hole) count += star.point(hole) == point ? 1 : 0;
  return count;
}

// CC-1: a point of side n has n(n+1)/2 holes, and turning the board carries each point onto the next.
constexpr bool is_star(const Star& star) {
  const int side = star.side();
  for (int point = 1; point <= star_points; ++point) {
    if (holes_in_point(star, point) != side * (side + 1) / 2) return false;
  }
  for (int hole = 0; hole < star.holes(); ++hole) {
    const int turned = star.turned(hole);
    const int mirrored = star.mirrored(hole);
    if (turned == Star::none || mirrored == Star::none || star.mirrored(mirrored) != hole) return false;
    const int point = star.point(hole);
    if (star.point(turned) != (point == 0 ? 0 : point % star_points + 1)) return false;
  }
  return true;
}

constexpr bool has_even_graph(const Star& star) {
  for (int hole = 0; hole < star.holes(); ++hole) {
    for (int direction = 0; direction < star_directions; ++direction) {
      const int next = star.neighbour(hole, direction);
      if (next != Star::none && star.neighbour(next, (direction + 3) % star_directions) != hole) return false;
      const int turned = next == Star::none ? Star::none : star.turned(next);
      if (star.neighbour(star.turned(hole), (direction + 1) % star_directions) != turned) return false;
    }
  }
  return true;
}

static_assert(is_star(star<4>) && is_star(star<5>) && is_star(star<6>));
static_assert(has_even_graph(star<4>) && has_even_graph(star<5>) && has_even_graph(star<6>));

std::string row_range(const Star& star, int row) {
  const std::string first = hole_label(star, star.first_in_row(row));
  const std::string last = hole_label(star, star.last_in_row(row));
  const std::string name = std::string("row ") + static_cast<char>('a' + row);
  return first == last ? name + " has only " + first : name + " has " + first + " to " + last;
}

}  // namespace

const Star* star_with(int holes) {
  switch (holes) {
    case star<4>.holes():
      return &star<4>;
    case star<5>.holes():
      return &star<5>;
    case star<6>.holes():
      return &star<6>;
    default:
      return nullptr;
  }
}

std::string hole_label(const Star& star, int hole) {
  const StarPlace where = star.place(hole);
  return static_cast<char>('a' + where.row) + std::to_string(where.column);
}

base::Checked<int> read_hole(const Star& star, std::string_view label) {
  const char last_row = static_cast<char>('a' + star.rows() - 1);
  const std::string shape =
      std::string("a row from a to ") + last_row + " and a column, as in " + hole_label(star, star.holes() / 2);
  const bool has_length = label.size() >= 2 && label.size() <= 3;
  if (!has_length || label.find_first_not_of("0123456789", 1) != std::string_view::npos || label[1] == '0') {
    return base::refuse("no hole " + base::quoted(label) + "; expected " + shape);
  }
  const int row = label[0] - 'a';
  if (row < 0 || row >= star.rows()) return base::refuse("no hole " + base::quoted(label) + "; expected " + shape);
  int column = 0;
  for (const char digit : label.substr(1)) column = 10 * column + (digit - '0');
  const int hole = star.hole_at({row, column});
  if (hole == Star::none) {
    return base::refuse("CC-1", "no hole " + base::quoted(label) + " on the board of " + std::to_string(star.holes()) +
                                    "; " + row_range(star, row));
  }
  return hole;
}

}  // namespace crownstar::board
