// Numbers every position of two armies on a small rhombus, one number for a position and its mirror image.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/solve/field.hpp"

namespace crownstar::solve {

// A set of holes of at most 64.
using Cells = std::uint64_t;

inline constexpr int most_cells = 64;
inline constexpr int most_army = 10;

constexpr Cells cell(int hole) { return Cells{1} << static_cast<unsigned>(hole); }

template <typename Visitor>
void for_each_cell(Cells cells, Visitor&& visit) {
  for (; cells != 0; cells &= cells - 1) visit(std::countr_zero(cells));
}

inline Cells moved_cells(const std::array<std::int8_t, most_holes>& map, Cells cells) {
  Cells result = 0;
  for_each_cell(cells, [&](int hole) { result |= cell(map[static_cast<std::size_t>(hole)]); });
  return result;
}

struct Armies {
  Cells own = 0;    // of the side to move, which comes from the lowest corner
  Cells other = 0;  // comes from the highest
};

// What it will take, known before any of it is taken.
struct NumberingSize {
  std::uint64_t placements = 0;  // of both armies, mirror images apart
  std::uint64_t numbers = 0;
  std::uint64_t table_bytes = 0;
};

// Own armies that are mirror images of each other share a row; in it stand the other armies, by the ways to choose
// their holes among those that are left. Where the own army is its own mirror image, of two other armies the one that
// comes first stands for both, and the place of the second stays empty.
class RhombusNumbering {
 public:
  // Nothing where the numbers are more than could be counted.
  static std::optional<NumberingSize> size_of(const Field& field, int pieces);

  RhombusNumbering(const Field& field, int pieces);

  struct Row {
    Cells own = 0;  // as it stands in the row
    std::uint64_t first = 0;
    bool is_mirrored = false;  // of what it was asked for
    bool is_symmetric = false;
  };
  std::uint64_t rows() const { return owns_.size(); }
  std::uint64_t row_length() const { return row_length_; }
  std::uint64_t numbers() const { return rows() * row_length_; }

  Row row_of(Cells own) const;
  Row row_at(std::uint64_t row) const { return row_of(owns_[row]); }
  std::uint64_t number_in(const Row& row, Cells other) const {
    const Cells stands = row.is_mirrored ? mirrored(other) : other;
    const std::uint64_t rank = rank_of(stands, row.own);
    if (!row.is_symmetric) return row.first + rank;
    return row.first + std::min(rank, rank_of(mirrored(stands), row.own));
  }
  std::uint64_t number_of(const Armies& armies) const { return number_in(row_of(armies.own), armies.other); }
  Armies armies_of(std::uint64_t number) const;

  // How many positions have this number: two that are mirror images, one that is its own, or none where it is empty.
  std::uint64_t weight_of(std::uint64_t number) const;

 private:
  // Ways to choose, as far as they are needed.
  class Choices {
   public:
    Choices();
    std::uint64_t of(int from, int some) const {
      return ways_[static_cast<std::size_t>(from)][static_cast<std::size_t>(some)];
    }

   private:
    std::array<std::array<std::uint64_t, most_army + 1>, most_cells + 1> ways_{};
  };
  static const Choices& choices();

  Cells mirrored(Cells cells) const { return moved_cells(field_.mirrored, cells); }
  // Among the holes that are not taken.
  std::uint64_t rank_of(Cells cells, Cells taken) const {
    std::uint64_t rank = 0;
    int number = 0;
    for_each_cell(cells,
                  [&](int hole) { rank += choices_.of(hole - std::popcount(taken & (cell(hole) - 1)), ++number); });
    return rank;
  }
  Cells cells_of(std::uint64_t rank, Cells taken) const;

  const Field& field_;
  const int pieces_;
  const Choices& choices_;
  const std::uint64_t row_length_;
  std::vector<std::uint32_t> rows_;  // by an own army's rank: its row, and two flags
  std::vector<Cells> owns_;          // by row
};

}  // namespace crownstar::solve
