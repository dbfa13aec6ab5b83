#include "star_board.hpp"

#include <algorithm>

namespace crownstar::oracle::star {

namespace {

int side_of(int board) {
  if (board == 121) return 4;
  if (board == 181) return 5;
  return 6;
}

}  // namespace

Board::Board(const Options& options)
    : side_(side_of(options.board)),
      front_row_is_start_(options.board == 121 &&
                          (options.pieces == 0 ? usual_pieces(options) : options.pieces) == 15) {}

int Board::distance_towards(int point, Hole hole) const {
  const int up = hole.row - 2 * side_;
  const int right = hole.column - (2 * side_ + 1);
  switch (point) {
    case 1:
      return -up;
    case 2:
      return -right;
    case 3:
      return up - right;
    case 4:
      return up;
    case 5:
      return right;
    default:
      return right - up;
  }
}

// CC-1: the star is two big triangles laid over each other; each reaches into three of the points.
bool Board::has(Hole hole) const {
  bool is_in_odd_triangle = true;
  bool is_in_even_triangle = true;
  for (const int point : {1, 3, 5}) is_in_even_triangle = is_in_even_triangle && distance_towards(point, hole) <= side_;
  for (const int point : {2, 4, 6}) is_in_odd_triangle = is_in_odd_triangle && distance_towards(point, hole) <= side_;
  return is_in_odd_triangle || is_in_even_triangle;
}

std::vector<Hole> Board::holes() const {
  std::vector<Hole> found;
  for (int row = 0; row <= 4 * side_; ++row) {
    for (int column = 1; column <= 4 * side_ + 1; ++column) {
      if (has({row, column})) found.push_back({row, column});
    }
  }
  return found;
}

int Board::point_of(Hole hole) const {
  for (int point = 1; point <= 6; ++point) {
    if (distance_towards(point, hole) > side_) return point;
  }
  return 0;
}

bool Board::is_in_start(int set, Hole hole) const {
  if (!has(hole)) return false;
  if (point_of(hole) == set) return true;
  return front_row_is_start_ && point_of(hole) == 0 && distance_towards(set, hole) == side_;
}

std::set<Hole> Board::first_holes(int set, int pieces) const {
  // Facing the centre, a player has the point before the own one at the right hand.
  const int right = set == 1 ? 6 : set - 1;
  std::vector<Hole> start;
  for (const Hole hole : holes()) {
    if (is_in_start(set, hole)) start.push_back(hole);
  }
  std::ranges::sort(start, [&](Hole one, Hole other) {
    const int row = distance_towards(set, one);
    const int other_row = distance_towards(set, other);
    if (row != other_row) return row < other_row;
    return distance_towards(right, one) > distance_towards(right, other);
  });
  start.resize(static_cast<std::size_t>(pieces));
  return {start.begin(), start.end()};
}

bool Board::is_goal_filled(int set, int pieces, const std::set<Hole>& filled) const {
  std::map<int, int> holes_in_row;  // by distance
  std::map<int, int> filled_in_row;
  for (const Hole hole : holes()) {
    if (!is_in_goal(set, hole)) continue;
    const int row = distance_towards(opposite(set), hole);
    ++holes_in_row[row];
    if (filled.contains(hole)) ++filled_in_row[row];
  }
  int wanted = pieces;
  for (auto row = holes_in_row.rbegin(); row != holes_in_row.rend() && wanted > 0; ++row) {
    const int wanted_here = std::min(wanted, row->second);
    if (filled_in_row[row->first] < wanted_here) return false;
    wanted -= wanted_here;
  }
  return true;
}

bool Board::is_in_goal(int set, Hole hole) const { return is_in_start(opposite(set), hole); }

std::string write_hole(Hole hole) {
  return std::string(1, static_cast<char>('a' + hole.row)) + std::to_string(hole.column);
}

std::optional<Hole> read_hole(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'y' || text[1] == '0') return std::nullopt;
  int column = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    column = 10 * column + (digit - '0');
  }
  return Hole{text[0] - 'a', column};
}

std::vector<std::vector<int>> seats_of(const Options& options) {
  if (options.sets == 3) return {{1, 3, 5}, {2, 4, 6}};
  if (options.sets == 2 && options.players == 2) return {{1, 4}, {2, 5}};
  if (options.sets == 2) return {{1, 4}, {2, 5}, {3, 6}};
  if (options.players == 2) return {{1}, {4}};
  if (options.players == 3) return {{1}, {3}, {5}};
  if (options.players == 4) return {{1}, {2}, {4}, {5}};
  if (options.players == 5) return {{1}, {2}, {3}, {4}, {5}};
  return {{1}, {2}, {3}, {4}, {5}, {6}};
}

}  // namespace crownstar::oracle::star
