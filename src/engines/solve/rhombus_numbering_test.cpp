#include "engines/solve/rhombus_numbering.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace crownstar::solve {
namespace {

std::vector<Cells> armies_in(Cells holes, int holes_in_all, int pieces) {
  std::vector<Cells> found;
  for (Cells cells = 0; cells < cell(holes_in_all); ++cells) {
    if (std::popcount(cells) == pieces && (cells & ~holes) == 0) found.push_back(cells);
  }
  return found;
}

// Every placement by hand: a position has the number of its mirror image, and of nothing else.
TEST(RhombusNumbering, APositionSharesItsNumberWithItsMirrorImageAlone) {
  for (const auto& [side, pieces] : {std::pair(3, 1), {3, 3}, {4, 3}}) {
    const Field field = *rhombus(side, pieces);
    const RhombusNumbering numbering(field, pieces);
    const auto size = *RhombusNumbering::size_of(field, pieces);
    EXPECT_EQ(numbering.numbers(), size.numbers);
    const auto mirrored = [&](Cells cells) { return moved_cells(field.mirrored, cells); };
    std::map<std::uint64_t, std::set<std::pair<Cells, Cells>>> having;
    std::uint64_t placements = 0;
    const Cells all = cell(field.holes) - 1;
    for (const Cells own : armies_in(all, field.holes, pieces)) {
      for (const Cells other : armies_in(all & ~own, field.holes, pieces)) {
        const std::uint64_t number = numbering.number_of({own, other});
        ASSERT_LT(number, size.numbers);
        ASSERT_EQ(numbering.number_of({mirrored(own), mirrored(other)}), number);
        having[number].emplace(own, other);
        ++placements;
      }
    }
    EXPECT_EQ(placements, size.placements);
    for (std::uint64_t number = 0; number < size.numbers; ++number) {
      const auto found = having.find(number);
      ASSERT_EQ(found == having.end() ? 0 : found->second.size(), numbering.weight_of(number)) << number;
      if (found == having.end()) continue;
      const Armies armies = numbering.armies_of(number);
      ASSERT_TRUE(found->second.contains({armies.own, armies.other})) << number;
    }
  }
}

TEST(RhombusNumbering, SizesAreKnownBefore) {
  const auto size = [](int side, int pieces) { return RhombusNumbering::size_of(*rhombus(side, pieces), pieces); };
  EXPECT_EQ(size(6, 3)->placements, 7140U * 5456U);
  EXPECT_EQ(size(5, 6)->placements, 4'805'077'200U);
  EXPECT_EQ(size(6, 6)->placements, 1'156'550'194'800U);
  EXPECT_FALSE(size(8, 10));
}

}  // namespace
}  // namespace crownstar::solve
