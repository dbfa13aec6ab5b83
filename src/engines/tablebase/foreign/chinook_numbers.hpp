// How Chinook's databases number positions: by material and by the leading man of each side.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engines/tablebase/foreign/placement.hpp"

namespace crownstar::tablebase {

// Positions of one material whose leading men stand on the same rows. A row is counted from the side's own first one,
// and is 0 where a side has no men.
struct ChinookPart {
  Slice slice;
  int own_row = 0;
  int their_row = 0;

  constexpr auto operator<=>(const ChinookPart&) const = default;
};

inline constexpr int chinook_squares = 32;
inline constexpr int chinook_row = 4;          // squares of a row
inline constexpr int chinook_man_rows = 7;     // no man stands on the last row
inline constexpr int most_chinook_pieces = 6;  // with more, files and numbers are others

ChinookPart chinook_part_of(const Placement& placement);

// In this order: the mover's men, the other side's men, the mover's kings, the other side's kings. How many places the
// other side's men have depends on where the mover's men are, so their counts are summed up in a table.
class ChinookNumbers {
 public:
  // How many positions the part has; its table is made where it is not there yet.
  std::uint64_t size(const ChinookPart& part);
  // The number of a position in its part, whose size has been asked for.
  std::uint64_t number(const Placement& placement) const;

 private:
  using Key = std::tuple<int, int, int>;  // the mover's men, the other side's men, their row
  const std::vector<std::uint32_t>& table_for(const ChinookPart& part);

  std::map<Key, std::vector<std::uint32_t>> tables_;  // how many placements of their men go before each of the mover's
};

}  // namespace crownstar::tablebase
