// A small board as a graph with an army's start and goal: a rhombus of any side, or the star of 121 holes. Only the
// standard hop rule (CC-9).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/refusal.hpp"

namespace crownstar::solve {

using base::Checked;

// A set of holes, a bit each.
__extension__ using Holes = unsigned __int128;

inline constexpr int most_holes = 128;
inline constexpr int directions = 6;
inline constexpr int no_hole = -1;

constexpr Holes one(int hole) { return Holes{1} << hole; }
constexpr bool has(Holes holes, int hole) { return (holes >> hole & 1) != 0; }

constexpr int count(Holes holes) {
  return __builtin_popcountll(static_cast<std::uint64_t>(holes)) +
         __builtin_popcountll(static_cast<std::uint64_t>(holes >> 64));
}
constexpr int first(Holes holes) {
  const auto low = static_cast<std::uint64_t>(holes);
  return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<std::uint64_t>(holes >> 64));
}

template <typename Visitor>
void for_each(Holes holes, Visitor&& visit) {
  for (; holes != 0; holes &= holes - 1) visit(first(holes));
}

struct Field {
  std::string name;  // no other board and army has it: `rhombus-9-10`, `star-121-10`
  int holes = 0;
  std::array<std::array<std::int8_t, directions>, most_holes> near{};    // one step on
  std::array<std::array<std::int8_t, directions>, most_holes> beyond{};  // two steps on
  std::array<std::int8_t, most_holes> mirrored{};  // left and right swapped: the start stays the start
  std::array<std::int8_t, most_holes> turned{};    // by half a turn: the start becomes the goal
  std::array<std::int8_t, most_holes> advance{};   // how far on the way from the tip of the start
  std::array<std::string, most_holes> names{};
  Holes start = 0;
  Holes goal = 0;
  Holes rest = 0;  // where a move may end (CC-14)
};

// Side by side holes, an army of 1, 3, 6, 10, … in each of the two sharp corners.
Checked<Field> rhombus(int side, int pieces);

// The whole star of 121 holes: a chain may pass through the side points, and no move ends there.
Field star();

inline Holes moved(const std::array<std::int8_t, most_holes>& map, Holes holes) {
  Holes result = 0;
  for_each(holes, [&](int hole) { result |= one(map[static_cast<std::size_t>(hole)]); });
  return result;
}

// The one of a position and its mirror image that stands for both.
inline Holes canonical(const Field& field, Holes position) {
  return std::min(position, moved(field.mirrored, position));
}

// Where a piece can go: a step, or hops over one piece each (CC-8 to CC-10, CC-21).
Holes targets(const Field& field, Holes occupied, int from);

}  // namespace crownstar::solve
