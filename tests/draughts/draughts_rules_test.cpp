// What sets the smaller boards' games apart in which men never capture backward: Italian, Spanish, Portuguese, Czech,
// Thai and Turkish draughts. Ids are those of docs/rules; moves were worked out by hand.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

// IT

TEST(Italian, IT_01_the_right_corner_nearest_each_player_is_dark) {
  const Board board{"italian"};
  const auto [left, right] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::x);
  const auto [bottom, top] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::y);
  EXPECT_EQ(board.square("32").x, right.x);
  EXPECT_EQ(board.square("32").y, bottom.y);
  EXPECT_EQ(board.square("1").x, left.x);
  EXPECT_EQ(board.square("1").y, top.y);
}

TEST(Italian, IT_03_white_moves_first) {
  const Board board{"italian"};
  EXPECT_EQ(board->position(), "W:W21-32:B1-12");
  EXPECT_EQ(board.legal(), (Texts{"21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"}));
}

TEST(Italian, IT_05_a_king_moves_one_square) {
  EXPECT_EQ(legal_in("italian", "W:WK18:B1"), (Texts{"18-13", "18-14", "18-21", "18-22"}));
}

TEST(Italian, IT_06_a_man_captures_forward_only_and_never_a_king) {
  EXPECT_EQ(legal_in("italian", "W:W22:B1,18"), Texts{"22x13"});
  EXPECT_EQ(legal_in("italian", "W:W22:B1,K18"), Texts{"22-19"});
  EXPECT_EQ(legal_in("italian", "W:W18:B1,22"), (Texts{"18-13", "18-14"})) << "not back";
}

TEST(Italian, IT_06_a_king_ends_the_chain_of_a_man) {
  EXPECT_EQ(legal_in("italian", "W:W22:B1,18,10"), Texts{"22x6"});
  EXPECT_EQ(legal_in("italian", "W:W22:B1,18,K10"), Texts{"22x13"});
}

TEST(Italian, IT_07_a_king_captures_men_and_kings_forward_and_back) {
  EXPECT_EQ(legal_in("italian", "W:WK18:B1,K22"), Texts{"18x27"});
  EXPECT_EQ(legal_in("italian", "W:WK18:B1,22"), Texts{"18x27"});
  EXPECT_EQ(legal_in("italian", "W:WK18:B1,K14"), Texts{"18x11"}) << "directly behind only";
  EXPECT_EQ(legal_in("italian", "W:WK25:B1,18"), (Texts{"25-21", "25-29"})) << "not from afar";
}

TEST(Italian, IT_09_step_1_the_most_pieces_even_with_a_man_and_without_a_king) {
  const Board board{"italian", "W:W22,K32:B10,18,28"};
  EXPECT_EQ(board.legal(), Texts{"22x6"});
  EXPECT_TRUE(board.refusal("32x23").starts_with("IT-9: ")) << board.refusal("32x23");
  EXPECT_EQ(legal_in("italian", "W:W22,K32:B10,18,K28"), Texts{"22x6"}) << "kings count no more than men";
}

TEST(Italian, IT_09_step_2_of_equal_numbers_the_king_captures) {
  const Board board{"italian", "W:W22,K32:B1,18,28"};
  EXPECT_EQ(board.legal(), Texts{"32x23"});
  EXPECT_TRUE(board.refusal("22x13").starts_with("IT-9: ")) << board.refusal("22x13");
}

TEST(Italian, IT_09_step_3_with_a_king_the_most_kings) {
  EXPECT_EQ(legal_in("italian", "W:WK19:B1,14,K15"), Texts{"19x12"});
  // To the left two kings, to the right a king and a man; the latter meets its king no later.
  EXPECT_EQ(legal_in("italian", "W:WK19:BK14,K5,K15,7"), Texts{"19x1"});
}

TEST(Italian, IT_09_step_4_the_line_that_meets_a_king_earliest) {
  EXPECT_EQ(legal_in("italian", "W:WK19:B14,K5,K15,7"), Texts{"19x3"});
}

TEST(Italian, IT_09_after_the_four_steps_the_choice_is_free) {
  EXPECT_EQ(legal_in("italian", "W:WK19:B1,14,15"), (Texts{"19x10", "19x12"}));
  EXPECT_EQ(legal_in("italian", "W:W22:B1,18,19"), (Texts{"22x13", "22x15"}));
}

TEST(Italian, IT_11_crowning_ends_the_move) {
  Board board{"italian", "W:W10:B6,7,9"};
  EXPECT_EQ(board.legal(), Texts{"10x3"}) << "a king would go on over 7";
  board.play({"10x3"});
  EXPECT_EQ(board.on("3"), "king 0");
}

// SP, PT: numbers run from the lower right corner.

TEST(Spanish, SP_01_square_1_is_the_lower_right_corner) {
  for (const char* id : {"spanish", "portuguese"}) {
    const Board board{id};
    EXPECT_EQ(board->position(), "W:W1-12:B21-32") << id;
    const auto [left, right] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::x);
    const auto [bottom, top] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::y);
    EXPECT_EQ(board.square("1").x, right.x) << id;
    EXPECT_EQ(board.square("1").y, bottom.y) << id;
    EXPECT_EQ(board.square("32").x, left.x) << id;
    EXPECT_EQ(board.square("32").y, top.y) << id;
    EXPECT_EQ(board.legal(), (Texts{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"})) << id;
  }
}

TEST(Spanish, SP_06_a_man_captures_forward_only) {
  EXPECT_EQ(legal_in("spanish", "W:W11:B7,32"), (Texts{"11-14", "11-15"}));
  EXPECT_EQ(legal_in("spanish", "W:W11:B14,32"), Texts{"11x18"});
}

TEST(Spanish, SP_07_a_king_flies_and_lands_anywhere_behind) {
  EXPECT_EQ(legal_in("spanish", "W:WK1:B10,32"), (Texts{"1x14", "1x19", "1x23", "1x28"}));
}

TEST(Spanish, SP_09_quantity_first) { EXPECT_EQ(legal_in("spanish", "W:W11:B15,23,K14"), Texts{"11x27"}); }

TEST(Spanish, SP_09_then_quality_the_most_kings_taken) {
  const Board board{"spanish", "W:W11:B15,K14,32"};
  EXPECT_EQ(board.legal(), Texts{"11x18"});
  EXPECT_TRUE(board.refusal("11x20").starts_with("SP-9: ")) << board.refusal("11x20");
}

TEST(Spanish, SP_09_what_piece_captures_does_not_matter) {
  EXPECT_EQ(legal_in("spanish", "W:W8,K30:B12,26"), (Texts{"8x15", "30x21", "30x17"}));
}

TEST(Spanish, SP_11_a_man_that_reaches_the_far_row_stops) {
  Board board{"spanish", "W:W23:B26,27"};
  EXPECT_EQ(board.legal(), Texts{"23x30"});
  board.play({"23x30"});
  EXPECT_EQ(board.on("30"), "king 0");
}

TEST(Portuguese, PT_06_a_man_captures_forward_only) {
  EXPECT_EQ(legal_in("portuguese", "W:W11:B7,32"), (Texts{"11-14", "11-15"}));
}

TEST(Portuguese, PT_09_quantity_then_quality) {
  EXPECT_EQ(legal_in("portuguese", "W:W11:B15,23,K14"), Texts{"11x27"});
  const Board board{"portuguese", "W:W11:B15,K14,32"};
  EXPECT_EQ(board.legal(), Texts{"11x18"});
  EXPECT_TRUE(board.refusal("11x20").starts_with("PT-9: ")) << board.refusal("11x20");
  EXPECT_EQ(legal_in("portuguese", "W:W8,K30:B12,26"), (Texts{"8x15", "30x21", "30x17"}));
}

TEST(Portuguese, PT_11_a_man_that_reaches_the_far_row_stops) {
  EXPECT_EQ(legal_in("portuguese", "W:W23:B26,27"), Texts{"23x30"});
}

// CZ

TEST(Czech, CZ_06_a_man_captures_forward_only) {
  EXPECT_EQ(legal_in("czech", "W:Wd4:Bc3,h8"), (Texts{"d4-c5", "d4-e5"}));
  EXPECT_EQ(legal_in("czech", "W:Wd4:Be5,h2"), Texts{"d4xf6"});
}

TEST(Czech, CZ_07_a_king_must_land_where_the_capture_goes_on) {
  EXPECT_EQ(legal_in("czech", "W:WKa1:Bc3,h6"), (Texts{"a1xd4", "a1xe5", "a1xf6", "a1xg7", "a1xh8"}));
  EXPECT_EQ(legal_in("czech", "W:WKa1:Bc3,g3"), Texts{"a1xh2"});
}

TEST(Czech, CZ_09_if_a_king_can_capture_a_king_must) {
  const Board board{"czech", "W:Wa3,e5,Kh2:Bb4,b6,g3"};
  EXPECT_EQ(board.legal(), Texts{"h2xf4"}) << "though the man on a3 could take two";
  EXPECT_TRUE(board.refusal("a3xa7").starts_with("CZ-9: ")) << board.refusal("a3xa7");
}

TEST(Czech, CZ_09_apart_from_that_any_capture_may_be_chosen) {
  EXPECT_EQ(legal_in("czech", "W:Wa3,h2:Bb4,g3,g5"), (Texts{"a3xc5", "h2xh6"}));
}

TEST(Czech, CZ_11_a_man_that_reaches_the_far_row_stops) {
  Board board{"czech", "W:Wb6:Bc7,f6"};
  EXPECT_EQ(board.legal(), Texts{"b6xd8"});
  board.play({"b6xd8"});
  EXPECT_EQ(board.on("d8"), "king 0");
}

// TH: numbers run from the upper left as Black sees the board, and the capture sign is a hyphen.

TEST(Thai, TH_01_squares_are_numbered_as_black_sees_the_board) {
  const Board board{"thai"};
  const auto [left, right] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::x);
  const auto [bottom, top] = std::ranges::minmax(board->layout().points, {}, &LayoutPoint::y);
  // Whoever the drawing puts below, Black's own row is 29 to 32, and 29 is its left corner.
  ASSERT_EQ(board.on("29"), "man 0");
  const bool is_black_below = board.square("29").y == bottom.y;
  EXPECT_EQ(board.square("29").y, is_black_below ? bottom.y : top.y);
  EXPECT_EQ(board.square("29").x, is_black_below ? left.x : right.x);
  EXPECT_EQ(board.square("4").y, is_black_below ? top.y : bottom.y);
  EXPECT_EQ(board.square("4").x, is_black_below ? right.x : left.x);
}

TEST(Thai, TH_02_each_side_has_eight_men) {
  const Board board{"thai"};
  EXPECT_EQ(board->position(), "B:W1-8:B25-32");
  EXPECT_EQ(board.count_of(first_seat), 8);
  EXPECT_EQ(board.count_of(second_seat), 8);
}

TEST(Thai, TH_03_black_moves_first) {
  Board board{"thai"};
  EXPECT_EQ(board->seat_name(first_seat), "Black");
  EXPECT_EQ(board->seat_to_move(), first_seat);
  EXPECT_EQ(board.legal(), (Texts{"25-21", "25-22", "26-22", "26-23", "27-23", "27-24", "28-24"}));
}

TEST(Thai, TH_06_a_man_captures_forward_only) {
  EXPECT_EQ(legal_in("thai", "B:B18:W1,15"), Texts{"18-11"});
  EXPECT_EQ(legal_in("thai", "B:B18:W1,23"), (Texts{"18-14", "18-15"}));
}

TEST(Thai, TH_07_a_king_lands_directly_behind_what_it_takes) {
  const Board board{"thai", "B:BK29:W1,18"};
  EXPECT_EQ(board.legal(), Texts{"29-15"}) << "from afar, but not on 11, 8 or 4";
  EXPECT_EQ(board.captured("29-15"), Labels{"18"});
  EXPECT_EQ(legal_in("thai", "B:BK29:W15,18"), (Texts{"29-25", "29-22"})) << "15 stands behind";
}

TEST(Thai, TH_09_any_capture_may_be_chosen) {
  EXPECT_EQ(legal_in("thai", "B:B21,30:W1,17,18,26"), (Texts{"21-14", "30-14"}));
}

// A captured piece leaves at once: the king turns straight back over the emptied square, in either order.
TEST(Thai, TH_10_a_king_may_turn_straight_back_over_a_piece_taken) {
  const Board board{"thai", "B:BK22:W18,25"};
  EXPECT_EQ(board.legal(), (Texts{"22-15", "22-29"}));
  EXPECT_EQ(board.captured("22-15"), (Labels{"25", "18"}));
  EXPECT_EQ(board.captured("22-29"), (Labels{"18", "25"}));
}

TEST(Thai, TH_11_crowning_ends_the_move) {
  Board board{"thai", "B:B10:W7,8"};
  EXPECT_EQ(board.legal(), Texts{"10-3"});
  board.play({"10-3"});
  EXPECT_EQ(board.on("3"), "king 0");
}

// TU

TEST(Turkish, TU_01_all_sixty_four_squares_are_in_play) {
  const Board board{"turkish"};
  EXPECT_EQ(std::ranges::count(board->layout().points, true, &LayoutPoint::is_playable), 64);
}

TEST(Turkish, TU_02_sixteen_men_stand_on_the_second_and_third_row) {
  const Board board{"turkish"};
  for (const char column : std::string("abcdefgh")) {
    const std::string name(1, column);
    for (const char* row : {"2", "3"}) EXPECT_EQ(board.on(name + row), "man 0");
    for (const char* row : {"1", "4", "5", "8"}) EXPECT_EQ(board.on(name + row), "");
    for (const char* row : {"6", "7"}) EXPECT_EQ(board.on(name + row), "man 1");
  }
  EXPECT_EQ(board.legal(), (Texts{"a3-a4", "b3-b4", "c3-c4", "d3-d4", "e3-e4", "f3-f4", "g3-g4", "h3-h4"}));
}

TEST(Turkish, TU_04_a_man_moves_forward_or_sideways) {
  EXPECT_EQ(legal_in("turkish", "W:We4:Bh8"), (Texts{"e4-e5", "e4-d4", "e4-f4"}));
  EXPECT_EQ(legal_in("turkish", "B:Wh1:Be5"), (Texts{"e5-e4", "e5-d5", "e5-f5"}));
}

TEST(Turkish, TU_05_a_king_moves_along_rows_and_columns) {
  EXPECT_EQ(legal_in("turkish", "W:WKb2:Bh8"), (Texts{"b2-a2", "b2-c2", "b2-d2", "b2-e2", "b2-f2", "b2-g2", "b2-h2",
                                                      "b2-b1", "b2-b3", "b2-b4", "b2-b5", "b2-b6", "b2-b7", "b2-b8"}));
}

TEST(Turkish, TU_06_a_man_captures_forward_and_sideways_never_back) {
  EXPECT_EQ(legal_in("turkish", "W:We4:Be5,h8"), Texts{"e4xe6"});
  EXPECT_EQ(legal_in("turkish", "W:We4:Bd4,h8"), Texts{"e4xc4"});
  EXPECT_EQ(legal_in("turkish", "W:We4:Bf4,h8"), Texts{"e4xg4"});
  EXPECT_EQ(legal_in("turkish", "W:We4:Be3,h8"), (Texts{"e4-e5", "e4-d4", "e4-f4"}));
  EXPECT_EQ(legal_in("turkish", "W:We4:Bd5,h8"), (Texts{"e4-e5", "e4-d4", "e4-f4"})) << "not diagonally";
}

TEST(Turkish, TU_07_a_king_captures_from_afar_and_lands_anywhere_behind) {
  EXPECT_EQ(legal_in("turkish", "W:WKa1:Ba4,h8"), (Texts{"a1xa5", "a1xa6", "a1xa7", "a1xa8"}));
}

TEST(Turkish, TU_09_the_most_pieces) {
  const Board board{"turkish", "W:We4:Be5,d4,c5"};
  EXPECT_EQ(board.legal(), Texts{"e4xc6"});
  EXPECT_TRUE(board.refusal("e4xe6").starts_with("TU-9: ")) << board.refusal("e4xe6");
}

TEST(Turkish, TU_10_no_turn_of_180_degrees) {
  EXPECT_EQ(legal_in("turkish", "W:WKd4:Bd2,d6"), (Texts{"d4xd1", "d4xd7", "d4xd8"}));
  EXPECT_EQ(legal_in("turkish", "W:We4:Be5,e7"), Texts{"e4xe8"}) << "going straight on is allowed";
}

// The first piece taken, c3, has left when the king comes to d3 at last: only so is there a square behind d3.
TEST(Turkish, TU_10_a_captured_piece_leaves_at_once_and_opens_the_way_to_others) {
  const Board board{"turkish", "W:WKc1:Bc3,e6,f5,d3"};
  EXPECT_EQ(board.legal(), (Texts{"c1xa3", "c1xb3", "c1xc3"}));
  EXPECT_EQ(board.captured("c1xa3"), (Labels{"c3", "e6", "f5", "d3"}));
}

TEST(Turkish, TU_11_a_man_crowned_in_the_middle_of_a_capture_goes_on_as_a_king) {
  Board board{"turkish", "W:Wd6,a4:Ba5,d7,f8"};
  EXPECT_EQ(board.legal(), (Texts{"d6xg8", "d6xh8"})) << "what it takes as a king counts for TU-9";
  EXPECT_TRUE(board.move("d6xh8").crowns);
  board.play({"d6xh8"});
  EXPECT_EQ(board.on("h8"), "king 0");
}

}  // namespace
}  // namespace crownstar::support
