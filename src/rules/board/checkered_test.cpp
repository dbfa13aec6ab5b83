#include "rules/board/checkered.hpp"

#include <gtest/gtest.h>

namespace crownstar::board {
namespace {

using EightByEight = Checkered<8, 8, Playing::with_corner>;
using Iberian = Checkered<8, 8, Playing::without_corner>;
using EightByTen = Checkered<8, 10, Playing::with_corner>;
using TenByTen = Checkered<10, 10, Playing::with_corner>;
using TwelveByTwelve = Checkered<12, 12, Playing::with_corner>;
using Full = Checkered<8, 8, Playing::all>;

static_assert(EightByEight::squares == 32 && EightByEight::bits == 36);
static_assert(Iberian::squares == 32 && Iberian::bits <= 64);
static_assert(EightByTen::squares == 40);
static_assert(TenByTen::squares == 50 && TenByTen::bits == 55);
static_assert(TwelveByTwelve::squares == 72 && sizeof(TwelveByTwelve::Word) == 16);
static_assert(Full::squares == 64 && Full::bits == 64);

// White's left corner, or the right one.
static_assert(EightByEight::is_playing({0, 0}) && !EightByEight::is_playing({0, 7}));
static_assert(!Iberian::is_playing({0, 0}) && Iberian::is_playing({0, 7}));
static_assert(!EightByEight::is_playing({-1, -1}) && !EightByEight::is_playing({8, 8}));

// The unused bits do their work: no diagonal step needs a mask.
static_assert(EightByEight::leaks({1, 1}) == 0 && EightByEight::leaks({-1, 1}) == 0);
static_assert(Iberian::leaks({1, -1}) == 0 && TenByTen::leaks({-1, -1}) == 0 && TwelveByTwelve::leaks({1, 1}) == 0);
// Sideways on a full board there are none.
static_assert(Full::leaks({0, 1}) != 0 && Full::leaks({1, 0}) == 0);

// The directions of every variant; straight steps on one colour are of two cells.
template <class Board>
struct Steps;
template <class Board>
  requires(!Board::is_full)
struct Steps<Board> {
  template <class Visit>
  static void for_each(Visit&& visit) {
    visit.template operator()<Direction{1, 1}>();
    visit.template operator()<Direction{1, -1}>();
    visit.template operator()<Direction{-1, 1}>();
    visit.template operator()<Direction{-1, -1}>();
    visit.template operator()<Direction{2, 0}>();
    visit.template operator()<Direction{-2, 0}>();
    visit.template operator()<Direction{0, 2}>();
    visit.template operator()<Direction{0, -2}>();
  }
};
template <class Board>
  requires Board::is_full
struct Steps<Board> {
  template <class Visit>
  static void for_each(Visit&& visit) {
    visit.template operator()<Direction{1, 0}>();
    visit.template operator()<Direction{-1, 0}>();
    visit.template operator()<Direction{0, 1}>();
    visit.template operator()<Direction{0, -1}>();
  }
};

template <class Board>
class CheckeredBoard : public testing::Test {};

using Boards = testing::Types<EightByEight, Iberian, EightByTen, TenByTen, TwelveByTwelve, Full>;
TYPED_TEST_SUITE(CheckeredBoard, Boards);

TYPED_TEST(CheckeredBoard, each_square_has_a_bit_and_each_bit_a_cell) {
  int found = 0;
  for (int row = 0; row < TypeParam::rows; ++row) {
    for (int column = 0; column < TypeParam::columns; ++column) {
      const Cell cell{row, column};
      if (!TypeParam::is_playing(cell)) continue;
      ++found;
      const int bit = TypeParam::bit(cell);
      EXPECT_EQ(TypeParam::cells[static_cast<std::size_t>(bit)], cell);
      EXPECT_TRUE((TypeParam::every >> bit & 1) != 0);
    }
  }
  EXPECT_EQ(found, TypeParam::squares);
  EXPECT_EQ(count_bits(TypeParam::every), TypeParam::squares);
}

TYPED_TEST(CheckeredBoard, rows_make_up_the_board) {
  typename TypeParam::Word all = 0;
  for (int row = 0; row < TypeParam::rows; ++row) {
    EXPECT_TRUE((all & TypeParam::row_set(row)) == 0);
    all |= TypeParam::row_set(row);
  }
  EXPECT_TRUE(all == TypeParam::every);
}

// What a shift of the whole board does is what a step does from each square.
TYPED_TEST(CheckeredBoard, a_step_of_one_square_is_a_step_on_the_grid) {
  Steps<TypeParam>::for_each([]<Direction Step>() {
    for (int bit = 0; bit < TypeParam::bits; ++bit) {
      const Cell cell = TypeParam::cells[static_cast<std::size_t>(bit)];
      if (!TypeParam::is_playing(cell)) continue;
      const Cell target{cell.row + Step.rows, cell.column + Step.columns};
      const auto moved = static_cast<typename TypeParam::Word>(TypeParam::template moved<Step>(TypeParam::word(cell)) &
                                                               TypeParam::every);
      const auto expected =
          TypeParam::is_playing(target) ? TypeParam::word(target) : static_cast<typename TypeParam::Word>(0);
      EXPECT_TRUE(moved == expected) << cell.row << "," << cell.column << " by " << Step.rows << "," << Step.columns;
    }
  });
}

TYPED_TEST(CheckeredBoard, a_step_and_its_opposite_lead_back) {
  Steps<TypeParam>::for_each([]<Direction Step>() {
    const auto there = TypeParam::template moved<Step>(TypeParam::every) & TypeParam::every;
    const auto back = TypeParam::template moved<Step.opposite()>(there) & TypeParam::every;
    EXPECT_EQ(count_bits(there), count_bits(back));
    const auto again = TypeParam::template moved<Step>(back) & TypeParam::every;
    EXPECT_TRUE(there == again);
  });
}

TEST(Bits, of_one_word_and_of_two) {
  constexpr Word128 high = Word128{5} << 70;
  static_assert(count_bits(high) == 2 && lowest_bit(high) == 70);
  static_assert(without_lowest(high) == Word128{4} << 70 && lowest_square(high) == Word128{1} << 70);
  constexpr std::uint64_t low = 0b1010'0000;
  static_assert(count_bits(low) == 2 && lowest_bit(low) == 5);
  static_assert(without_lowest(low) == 0b1000'0000 && lowest_square(low) == 0b0010'0000);
  EXPECT_EQ(lowest_bit(high | Word128{low}), 5);
}

}  // namespace
}  // namespace crownstar::board
