#include "rules/draughts/notation/squares.hpp"

#include <gtest/gtest.h>

#include "rules/draughts/variants/variants.hpp"

namespace crownstar::draughts {
namespace {

template <class Variant>
std::string name_at(int row, int column) {
  return SquareNames::of<Variant>().name(BoardOf<Variant>::bit({row, column}));
}

// Rows from White, columns from White's left: where PDN's GameType puts the first and the last square.
TEST(SquareNames, run_from_the_corner_of_the_game_type) {
  EXPECT_EQ(name_at<American>(7, 1), "1");  // N1: bottom right as Red sees it
  EXPECT_EQ(name_at<American>(7, 7), "4");
  EXPECT_EQ(name_at<American>(0, 0), "29");
  EXPECT_EQ(name_at<International>(9, 1), "1");  // N2: top left as White sees it
  EXPECT_EQ(name_at<International>(0, 0), "46");
  EXPECT_EQ(name_at<International>(0, 8), "50");
  EXPECT_EQ(name_at<Italian>(7, 0), "1");
  EXPECT_EQ(name_at<Italian>(0, 7), "32");
  EXPECT_EQ(name_at<Spanish>(0, 7), "1");  // N1: bottom right as White sees it
  EXPECT_EQ(name_at<Spanish>(7, 0), "32");
  EXPECT_EQ(name_at<Thai>(0, 6), "1");  // N2: top left as Black sees it
  EXPECT_EQ(name_at<Thai>(7, 1), "32");
  EXPECT_EQ(name_at<Canadian>(11, 1), "1");
  EXPECT_EQ(name_at<Canadian>(0, 10), "72");
  EXPECT_EQ(name_at<Russian>(0, 0), "a1");
  EXPECT_EQ(name_at<Russian>(7, 7), "h8");
  EXPECT_EQ(name_at<Spantsiretti>(7, 9), "j8");
  EXPECT_EQ(name_at<Turkish>(6, 1), "b7");
}

TEST(SquareNames, are_found_whatever_their_zeros_and_capitals) {
  const SquareNames& numbers = SquareNames::of<American>();
  EXPECT_EQ(numbers.find("1"), numbers.find("01"));
  EXPECT_EQ(numbers.find("0012"), numbers.find("12"));
  const SquareNames& letters = SquareNames::of<Russian>();
  EXPECT_EQ(letters.find("C3"), letters.find("c3"));
  EXPECT_EQ(letters.find("c03"), letters.find("c3"));
}

TEST(SquareNames, of_no_square_are_not_found) {
  for (const std::string_view name : {"", "0", "33", "-1", "1a", "a1", "12 ", "999999999999999999999"}) {
    EXPECT_EQ(SquareNames::of<American>().find(name), std::nullopt) << name;
  }
  for (const std::string_view name : {"", "a2", "b1", "i1", "a9", "a", "1", "aa1", "a1b"}) {
    EXPECT_EQ(SquareNames::of<Russian>().find(name), std::nullopt) << name;
  }
}

TEST(SquareNames, read_back_in_every_variant) {
  AllVariants::for_each([]<class Variant>() {
    const SquareNames& names = SquareNames::of<Variant>();
    EXPECT_EQ(static_cast<int>(names.in_order().size()), BoardOf<Variant>::squares) << Variant::id;
    int place = 0;
    for (const int bit : names.in_order()) {
      EXPECT_EQ(names.find(names.name(bit)), bit) << Variant::id;
      EXPECT_EQ(names.place_in_order(bit), place++) << Variant::id;
    }
  });
  EXPECT_EQ(SquareNames::of<American>().expected(), "a square from 1 to 32");
  EXPECT_EQ(SquareNames::of<Russian>().expected(), "a square from a1 to h8");
}

}  // namespace
}  // namespace crownstar::draughts
