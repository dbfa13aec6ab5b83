#include "engines/tablebase/slices/placement.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "engines/tablebase/slices/levels.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

// Arrangements without the side to move, one-sided ones included, as published for checkers (Schaeffer et al.).
TEST(Placement, CountsAreThePublishedOnes) {
  const std::vector<std::uint64_t> published{120, 6972, 261224, 7092774, 148688232, 2503611964};
  for (int pieces = 1; pieces <= static_cast<int>(published.size()); ++pieces) {
    std::uint64_t count = 0;
    for (const Slice& slice : slices_of(pieces, true)) count += Placement<draughts::American>(slice).size();
    EXPECT_EQ(count, published[static_cast<std::size_t>(pieces - 1)]) << pieces;
  }
}

template <class Variant>
void expect_each_number_to_be_one_position(const Slice& slice, std::uint64_t step) {
  const Placement<Variant> placement(slice);
  for (std::uint64_t number = 0; number < placement.size(); number += step) {
    const auto place = placement.at(number);
    ASSERT_EQ(slice_of(place), slice) << Variant::id << " " << to_text(slice) << " " << number;
    ASSERT_EQ(placement.number_of(place), number) << Variant::id << " " << to_text(slice);
    ASSERT_EQ(turned(turned(place)), place);
    ASSERT_EQ(slice_of(turned(place)), slice.turned());
    ASSERT_EQ(place.men_of(draughts::Side::white) & (draughts::crown_row<Variant, draughts::Side::white>), 0);
    ASSERT_EQ(place.men_of(draughts::Side::black) & (draughts::crown_row<Variant, draughts::Side::black>), 0);
  }
}

TEST(Placement, EveryNumberIsOnePositionAndBackInEveryGame) {
  draughts::AllVariants::for_each([]<class Variant>() {
    for (const Slice& slice : slices_of(2, true)) expect_each_number_to_be_one_position<Variant>(slice, 1);
    for (const Slice& slice : slices_of(4, true)) expect_each_number_to_be_one_position<Variant>(slice, 100'003);
  });
}

TEST(Placement, AWalkGoesThroughTheNumbersInOrder) {
  for (const Slice& slice : slices_of(3, true)) {
    const Placement<draughts::American> placement(slice);
    Placement<draughts::American>::Walk walk(placement, 0);
    for (std::uint64_t number = 0; number < placement.size(); ++number) {
      if (number != 0) walk.go_on();
      ASSERT_EQ(walk.number(), number);
      ASSERT_EQ(placement.number_of(walk.place()), number) << to_text(slice);
    }
  }
}

TEST(Placement, AWalkMayBeginAnywhere) {
  const Placement<draughts::Turkish> placement(Slice{{2, 1}, {1, 1}});
  for (std::uint64_t number = 0; number < placement.size(); number += 1'000'003) {
    Placement<draughts::Turkish>::Walk walk(placement, number);
    EXPECT_EQ(walk.place(), placement.at(number));
    walk.go_on();
    EXPECT_EQ(walk.place(), placement.at(number + 1));
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

TEST(Choice, AQuickWinIsBetterThanASlowOneAndADrawThanALoss) {
  Choice<draughts::American> choice;
  EXPECT_EQ(choice.level(), ended_level);
  choice.add(2);  // the other side wins at once
  choice.add(6);
  EXPECT_EQ(choice.level(), 7);
  choice.add(drawn_level);
  EXPECT_EQ(choice.level(), drawn_level);
  choice.add(5);
  choice.add(3);
  EXPECT_EQ(choice.level(), 4);
  EXPECT_TRUE(is_won<draughts::American>(4));
  EXPECT_TRUE(is_lost<draughts::Antidraughts>(4));
}

}  // namespace
}  // namespace crownstar::tablebase
