#include "engines/tablebase/slices/position_index.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "engines/tablebase/slices/depths.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

// Arrangements without the side to move, one-sided ones included, as published for checkers (Schaeffer et al.).
TEST(PositionIndex, CountsAreThePublishedOnes) {
  const std::vector<std::uint64_t> published{120, 6972, 261224, 7092774, 148688232, 2503611964};
  for (int pieces = 1; pieces <= static_cast<int>(published.size()); ++pieces) {
    std::uint64_t count = 0;
    for (const Slice& slice : slices_of(pieces, true)) count += PositionIndex<draughts::American>(slice).size();
    EXPECT_EQ(count, published[static_cast<std::size_t>(pieces - 1)]) << pieces;
  }
}

template <class Variant>
void expect_each_number_to_be_one_position(const Slice& slice, std::uint64_t step) {
  const PositionIndex<Variant> index(slice);
  for (std::uint64_t number = 0; number < index.size(); number += step) {
    const auto position = index.at(number);
    ASSERT_EQ(slice_of(position), slice) << Variant::id << " " << to_text(slice) << " " << number;
    ASSERT_EQ(index.index_of(position), number) << Variant::id << " " << to_text(slice);
    ASSERT_EQ(turned(turned(position)), position);
    ASSERT_EQ(slice_of(turned(position)), slice.turned());
    ASSERT_EQ(position.men_of(draughts::Side::white) & (draughts::crown_row<Variant, draughts::Side::white>), 0);
    ASSERT_EQ(position.men_of(draughts::Side::black) & (draughts::crown_row<Variant, draughts::Side::black>), 0);
  }
}

TEST(PositionIndex, EveryNumberIsOnePositionAndBackInEveryGame) {
  draughts::AllVariants::for_each([]<class Variant>() {
    for (const Slice& slice : slices_of(2, true)) expect_each_number_to_be_one_position<Variant>(slice, 1);
    for (const Slice& slice : slices_of(4, true)) expect_each_number_to_be_one_position<Variant>(slice, 100'003);
  });
}

template <class Variant>
void expect_a_walk_in_order(int pieces) {
  for (const Slice& slice : slices_of(pieces, true)) {
    const PositionIndex<Variant> index(slice);
    typename PositionIndex<Variant>::Walk walk(index, 0);
    for (std::uint64_t number = 0; number < index.size(); ++number) {
      if (number != 0) walk.advance();
      ASSERT_EQ(walk.number(), number);
      ASSERT_EQ(index.index_of(walk.position()), number) << Variant::id << " " << to_text(slice);
    }
  }
}

TEST(PositionIndex, AWalkGoesThroughTheNumbersInOrder) {
  expect_a_walk_in_order<draughts::American>(3);
  expect_a_walk_in_order<draughts::Turkish>(2);   // a word full of squares
  expect_a_walk_in_order<draughts::Canadian>(2);  // and more than a word
}

TEST(PositionIndex, AWalkMayBeginAnywhere) {
  const PositionIndex<draughts::Turkish> index(Slice{{2, 1}, {1, 1}});
  for (std::uint64_t number = 0; number < index.size(); number += 1'000'003) {
    PositionIndex<draughts::Turkish>::Walk walk(index, number);
    EXPECT_EQ(walk.position(), index.at(number));
    walk.advance();
    EXPECT_EQ(walk.position(), index.at(number + 1));
    for (const std::uint64_t further : {number + 1, number + 9, number + 5000}) {
      if (further >= index.size()) break;
      walk.advance_to(further);
      EXPECT_EQ(walk.number(), further);
      EXPECT_EQ(walk.position(), index.at(further));
    }
  }
}

TEST(Slices, ThoseWithFewerMenComeFirst) {
  int men = 0;
  for (const Slice& slice : slices_of(4, true)) {
    EXPECT_GE(slice.men(), men);
    EXPECT_EQ(slice.pieces(), 4);
    men = slice.men();
  }
  EXPECT_EQ(slices_of(4, true).size(), 35U);
  EXPECT_EQ(slices_of(4, false).size(), 5U);
}

TEST(BestSuccessor, AQuickWinIsBetterThanASlowOneAndADrawThanALoss) {
  BestSuccessor<draughts::American> choice;
  EXPECT_EQ(choice.depth(), ended_depth);
  choice.add(2);  // the other side wins at once
  EXPECT_FALSE(choice.has_quickest_win());
  choice.add(6);
  EXPECT_EQ(choice.depth(), 7);
  choice.add(drawn_depth);
  EXPECT_EQ(choice.depth(), drawn_depth);
  choice.add(5);
  choice.add(3);
  EXPECT_EQ(choice.depth(), 4);
  EXPECT_FALSE(choice.has_quickest_win());
  choice.add(1);
  EXPECT_TRUE(choice.has_quickest_win());
  EXPECT_TRUE(is_won<draughts::American>(4));
  EXPECT_TRUE(is_lost<draughts::Antidraughts>(4));
}

}  // namespace
}  // namespace crownstar::tablebase
