#include "rules/board/star.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::board {
namespace {

std::vector<std::string> row_labels(const Star& star, int row) {
  std::vector<std::string> labels;
  for (int hole = star.first_in_row(row); hole <= star.last_in_row(row); ++hole) {
    labels.push_back(hole_label(star, hole));
  }
  return labels;
}

TEST(Star, CC_1_boards_have_121_181_and_253_holes_with_10_15_and_21_in_each_point) {
  const std::map<int, int> holes_of_point{{121, 10}, {181, 15}, {253, 21}};
  for (const auto& [holes, in_point] : holes_of_point) {
    const Star* star = star_with(holes);
    ASSERT_NE(star, nullptr);
    EXPECT_EQ(star->holes(), holes);
    std::map<int, int> counts;
    for (int hole = 0; hole < holes; ++hole) ++counts[star->point(hole)];
    for (int point = 1; point <= 6; ++point) EXPECT_EQ(counts[point], in_point);
  }
  EXPECT_EQ(star_with(120), nullptr);
}

TEST(Star, the_usual_board_is_labelled_as_the_contract_says) {
  const Star& usual = star<4>;
  const std::vector<std::pair<std::string, std::string>> rows{
      {"a5", "a5"},  {"b5", "b6"},   {"c5", "c7"},   {"d5", "d8"},   {"e1", "e13"},  {"f2", "f13"},
      {"g3", "g13"}, {"h4", "h13"},  {"i5", "i13"},  {"j5", "j14"},  {"k5", "k15"},  {"l5", "l16"},
      {"m5", "m17"}, {"n10", "n13"}, {"o11", "o13"}, {"p12", "p13"}, {"q13", "q13"},
  };
  ASSERT_EQ(usual.rows(), static_cast<int>(rows.size()));
  for (int row = 0; row < usual.rows(); ++row) {
    const auto labels = row_labels(usual, row);
    EXPECT_EQ(labels.front(), rows[static_cast<std::size_t>(row)].first);
    EXPECT_EQ(labels.back(), rows[static_cast<std::size_t>(row)].second);
  }
  EXPECT_EQ(hole_label(usual, 60), "i9") << "the centre";
  EXPECT_EQ(hole_label(star<5>, 0), "a6");
  EXPECT_EQ(hole_label(star<6>, 0), "a7");
  EXPECT_EQ(hole_label(star<6>, 252), "y19");
}

TEST(Star, every_label_reads_back) {
  for (const Star* each : {&star<4>, &star<5>, &star<6>}) {
    for (int hole = 0; hole < each->holes(); ++hole) EXPECT_EQ(read_hole(*each, hole_label(*each, hole)), hole);
  }
}

TEST(Star, what_is_no_hole_is_refused_with_what_was_expected) {
  EXPECT_EQ(to_text(read_hole(star<4>, "c9").error()), "CC-1: no hole 'c9' on the board of 121; row c has c5 to c7");
  EXPECT_EQ(to_text(read_hole(star<4>, "a6").error()), "CC-1: no hole 'a6' on the board of 121; row a has only a5");
  const std::string shape = "; expected a row from a to q and a column, as in i9";
  for (const std::string bad : {"", "i", "9", "r5", "i09", "i9x", "I9", "i-9", "i100"}) {
    EXPECT_EQ(to_text(read_hole(star<4>, bad).error()), "no hole '" + bad + "'" + shape);
  }
  EXPECT_EQ(to_text(read_hole(star<4>, "\n\xff").error()),
            "no hole '?"
            "?'" +
                shape);
}

TEST(Star, the_points_lie_clockwise_from_the_bottom) {
  const Star& usual = star<4>;
  const std::map<std::string, int> tips{{"a5", 1}, {"e1", 2}, {"m5", 3}, {"q13", 4}, {"m17", 5}, {"e13", 6}, {"i9", 0}};
  for (const auto& [label, point] : tips) EXPECT_EQ(usual.point(*read_hole(usual, label)), point) << label;
}

TEST(Star, turning_it_six_times_and_mirroring_it_twice_changes_nothing) {
  for (const Star* each : {&star<4>, &star<5>, &star<6>}) {
    for (int hole = 0; hole < each->holes(); ++hole) {
      int turned = hole;
      for (int turn = 0; turn < 6; ++turn) turned = each->turned(turned);
      EXPECT_EQ(turned, hole);
      EXPECT_EQ(each->mirrored(each->mirrored(hole)), hole);
    }
  }
}

TEST(Star, a_line_keeps_its_pattern) {
  const Star& usual = star<4>;
  const auto step = [&](const std::string& label, int direction) {
    return hole_label(usual, usual.neighbour(*read_hole(usual, label), direction));
  };
  EXPECT_EQ(step("i9", 0), "j9");
  EXPECT_EQ(step("i9", 1), "j10");
  EXPECT_EQ(step("i9", 2), "i10");
  EXPECT_EQ(step("i9", 3), "h9");
  EXPECT_EQ(step("i9", 4), "h8");
  EXPECT_EQ(step("i9", 5), "i8");
  EXPECT_EQ(usual.neighbour(*read_hole(usual, "a5"), 3), Star::none);
}

}  // namespace
}  // namespace crownstar::board
