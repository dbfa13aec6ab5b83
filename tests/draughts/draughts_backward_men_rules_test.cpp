// What sets the games apart in which men capture backward too: Russian, Brazilian, pool and Spantsiretti draughts, and
// the international game with its near relations on the large boards. Ids are those of docs/rules; moves were worked
// out by hand.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

// RU: any capture may be chosen, and a man crowned in mid-capture flies on.

TEST(Russian, RU_03_white_moves_first) {
  const Board board{"russian"};
  EXPECT_EQ(board->position(), "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8");
  EXPECT_EQ(board.legal(), (Texts{"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}));
}

TEST(Russian, RU_06_a_man_captures_forward_and_backward) {
  EXPECT_EQ(legal_in("russian", "W:Wd4:Bc3,h8"), Texts{"d4:b2"});
  EXPECT_EQ(legal_in("russian", "W:Wd4:Be5,h2"), Texts{"d4:f6"});
}

TEST(Russian, RU_07_a_king_must_land_where_the_capture_goes_on) {
  EXPECT_EQ(legal_in("russian", "W:WKa1:Bc3,h6"), (Texts{"a1:d4", "a1:e5", "a1:f6", "a1:g7", "a1:h8"}));
  const Board board{"russian", "W:WKa1:Bc3,g3"};
  EXPECT_EQ(board.legal(), Texts{"a1:h2"});
  EXPECT_EQ(board.path("a1:h2"), (Labels{"a1", "e5", "h2"}));
}

TEST(Russian, RU_09_any_capture_may_be_chosen) {
  EXPECT_EQ(legal_in("russian", "W:Wa3,h2:Bb4,g3,g5"), (Texts{"a3:c5", "h2:h6"}));
  EXPECT_EQ(legal_in("russian", "W:Wa3,e5,Kh2:Bb4,b6,g3"), (Texts{"a3:a7", "h2:f4"})) << "no king comes first";
}

// c5 still stands when the king has come round to e3 or beyond, and so d4 in front of it cannot be taken.
TEST(Russian, RU_10_captured_pieces_stand_in_the_way_until_the_move_is_over) {
  const Board board{"russian", "W:WKa3:Bc5,d4,f4,f6"};
  EXPECT_EQ(board.legal(), (Texts{"a3:g3", "a3:h2", "a3:e3", "a3:d2", "a3:c1"}));
  EXPECT_EQ(board.captured("a3:c1"), (Labels{"c5", "f6", "f4"}));
}

TEST(Russian, RU_11_a_man_crowned_in_the_middle_of_a_capture_goes_on_as_a_king) {
  Board board{"russian", "W:Wb6:Bc7,f6"};
  EXPECT_EQ(board.legal(), (Texts{"b6:g5", "b6:h4"}));
  EXPECT_TRUE(board.move("b6:g5").crowns);
  EXPECT_EQ(board.path("b6:g5"), (Labels{"b6", "d8", "g5"}));
  board.play({"b6:h4"});
  EXPECT_EQ(board.on("h4"), "king 0");
}

TEST(Russian, RU_11_where_it_cannot_go_on_it_stops_as_a_king) {
  Board board{"russian", "W:Wb6:Bc7,h8"};
  EXPECT_EQ(board.legal(), Texts{"b6:d8"});
  board.play({"b6:d8"});
  EXPECT_EQ(board.on("d8"), "king 0");
}

// SR

TEST(Spantsiretti, SR_01_the_board_has_ten_columns_and_eight_rows) {
  const Board board{"spantsiretti"};
  EXPECT_EQ(board->layout().columns, 10);
  EXPECT_EQ(board->layout().rows, 8);
  EXPECT_EQ(board->layout().points.size(), 80u);
  EXPECT_EQ(std::ranges::count(board->layout().points, true, &LayoutPoint::is_playable), 40);
}

TEST(Spantsiretti, SR_02_each_side_has_fifteen_men) {
  const Board board{"spantsiretti"};
  EXPECT_EQ(board->position(),
            "W:Wa1,c1,e1,g1,i1,b2,d2,f2,h2,j2,a3,c3,e3,g3,i3:Bb6,d6,f6,h6,j6,a7,c7,e7,g7,i7,b8,d8,f8,h8,j8");
  EXPECT_EQ(board.legal(), (Texts{"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4", "i3-h4", "i3-j4"}));
}

TEST(Spantsiretti, SR_07_a_king_must_land_where_the_capture_goes_on) {
  EXPECT_EQ(legal_in("spantsiretti", "W:WKa1:Bc3,g3"), (Texts{"a1:h2", "a1:i1"}));
}

TEST(Spantsiretti, SR_09_any_capture_may_be_chosen) {
  EXPECT_EQ(legal_in("spantsiretti", "W:Wa3,h2:Bb4,g3,g5"), (Texts{"a3:c5", "h2:h6"}));
}

TEST(Spantsiretti, SR_11_a_man_crowned_in_the_middle_of_a_capture_goes_on_as_a_king) {
  EXPECT_EQ(legal_in("spantsiretti", "W:Wb6:Bc7,f6"), (Texts{"b6:g5", "b6:h4", "b6:i3", "b6:j2"}));
}

// BR: the international rules on the small board.

TEST(Brazilian, BR_06_a_man_captures_forward_and_backward) {
  EXPECT_EQ(legal_in("brazilian", "W:Wd4:Bc3,h8"), Texts{"d4xb2"});
}

TEST(Brazilian, BR_09_the_most_pieces) {
  const Board board{"brazilian", "W:Wa3,h2:Bb4,g3,g5"};
  EXPECT_EQ(board.legal(), Texts{"h2xh6"});
  EXPECT_TRUE(board.refusal("a3xc5").starts_with("BR-9: ")) << board.refusal("a3xc5");
  EXPECT_EQ(legal_in("brazilian", "W:Wa3,h2:BKb4,g3"), (Texts{"a3xc5", "h2xf4"})) << "kings and men count the same";
}

TEST(Brazilian, BR_10_captured_pieces_stand_in_the_way_until_the_move_is_over) {
  EXPECT_EQ(legal_in("brazilian", "W:WKa3:Bc5,d4,f4,f6"), (Texts{"a3xe3", "a3xd2", "a3xc1"}));
}

TEST(Brazilian, BR_11_a_man_that_only_passes_the_far_row_stays_a_man) {
  Board board{"brazilian", "W:Wb6:Bc7,e7,h2"};
  EXPECT_EQ(board.legal(), Texts{"b6xf6"});
  EXPECT_FALSE(board.move("b6xf6").crowns);
  board.play({"b6xf6"});
  EXPECT_EQ(board.on("f6"), "man 0");
  EXPECT_EQ(legal_in("brazilian", "W:Wb6:Bc7,f6"), Texts{"b6xd8"}) << "it does not fly on";
}

// PO: men capture backward, any capture may be chosen, passing does not crown.

TEST(Pool, PO_03_black_moves_first) {
  Board board{"pool"};
  EXPECT_EQ(board->position(), "B:W21-32:B1-12");
  EXPECT_EQ(board->seat_name(first_seat), "Black");
  EXPECT_EQ(board->seat_to_move(), first_seat);
  EXPECT_EQ(board.legal(), (Texts{"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}));
}

TEST(Pool, PO_06_a_man_captures_forward_and_backward) {
  EXPECT_EQ(legal_in("pool", "W:W18:B1,23"), Texts{"18x27"});
  EXPECT_EQ(legal_in("pool", "W:W18:B1,15"), Texts{"18x11"});
}

TEST(Pool, PO_07_a_king_must_land_where_the_capture_goes_on) {
  EXPECT_EQ(legal_in("pool", "W:WK29:B1,22"), (Texts{"29x18", "29x15", "29x11", "29x8", "29x4"}));
  EXPECT_EQ(legal_in("pool", "W:WK29:B22,24"), Texts{"29x28"});
}

TEST(Pool, PO_09_any_capture_may_be_chosen) {
  EXPECT_EQ(legal_in("pool", "W:W21,28:B16,17,24"), (Texts{"21x14", "28x12"}));
}

TEST(Pool, PO_11_a_man_that_only_passes_the_far_row_stays_a_man) {
  Board board{"pool", "W:W10:B1,7,8"};
  EXPECT_EQ(board.legal(), Texts{"10x12"});
  board.play({"10x12"});
  EXPECT_EQ(board.on("12"), "man 1");
  EXPECT_EQ(legal_in("pool", "W:W9:B6,11"), Texts{"9x2"}) << "it does not fly on";
  Board ends{"pool", "W:W9:B1,6"};
  ends.play({"9x2"});
  EXPECT_EQ(ends.on("2"), "king 1");
}

// IN

TEST(International, IN_02_each_side_has_twenty_men) {
  const Board board{"international"};
  EXPECT_EQ(board->position(), "W:W31-50:B1-20");
  EXPECT_EQ(board->layout().columns, 10);
  EXPECT_EQ(board->layout().rows, 10);
  EXPECT_EQ(board.legal(), (Texts{"31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"}));
}

TEST(International, IN_06_a_man_captures_forward_and_backward) {
  EXPECT_EQ(legal_in("international", "W:W28:B1,33"), Texts{"28x39"});
  EXPECT_EQ(legal_in("international", "W:W28:B1,23"), Texts{"28x19"});
}

TEST(International, IN_07_a_king_lands_on_any_empty_square_behind) {
  EXPECT_EQ(legal_in("international", "W:WK46:B1,28"), (Texts{"46x23", "46x19", "46x14", "46x10", "46x5"}));
  EXPECT_EQ(legal_in("international", "W:WK46:B23,28"), (Texts{"46-41", "46-37", "46-32"})) << "not two in a row";
}

TEST(International, IN_09_the_most_pieces) {
  const Board board{"international", "W:W28,34:B11,22,30"};
  EXPECT_EQ(board.legal(), Texts{"28x6"});
  EXPECT_EQ(board.path("28x6"), (Labels{"28", "17", "6"}));
  EXPECT_TRUE(board.refusal("34x25").starts_with("IN-9: ")) << board.refusal("34x25");
  EXPECT_EQ(legal_in("international", "W:W28,34:B11,22,K30"), Texts{"28x6"});
}

TEST(International, IN_09_kings_and_men_count_the_same) {
  EXPECT_EQ(legal_in("international", "W:W28,34:B22,K30"), (Texts{"28x17", "34x25"}));
  EXPECT_EQ(legal_in("international", "W:W28,K46:B22,41"), (Texts{"28x17", "46x37", "46x32"})) << "whatever captures";
}

TEST(International, IN_10_captured_pieces_stand_in_the_way_until_the_move_is_over) {
  const Board board{"international", "W:WK36:B23,27,32,33"};
  EXPECT_EQ(board.legal(), (Texts{"36x38", "36x42", "36x47"}));
  EXPECT_EQ(board.captured("36x38"), (Labels{"27", "23", "33"}));
}

TEST(International, IN_11_a_man_that_only_passes_the_far_row_stays_a_man) {
  Board board{"international", "W:W12:B1,8,9"};
  EXPECT_EQ(board.legal(), Texts{"12x14"});
  board.play({"12x14"});
  EXPECT_EQ(board.on("14"), "man 0");
  Board ends{"international", "W:W12:B1,8"};
  ends.play({"12x3"});
  EXPECT_EQ(ends.on("3"), "king 0");
}

// CA

TEST(Canadian, CA_01_the_board_has_144_squares) {
  const Board board{"canadian"};
  EXPECT_EQ(board->layout().columns, 12);
  EXPECT_EQ(board->layout().points.size(), 144u);
  EXPECT_EQ(std::ranges::count(board->layout().points, true, &LayoutPoint::is_playable), 72);
}

TEST(Canadian, CA_02_each_side_has_thirty_men) {
  const Board board{"canadian"};
  EXPECT_EQ(board->position(), "W:W43-72:B1-30");
  EXPECT_EQ(board.legal(),
            (Texts{"43-37", "44-37", "44-38", "45-38", "45-39", "46-39", "46-40", "47-40", "47-41", "48-41", "48-42"}));
}

TEST(Canadian, CA_05_a_king_flies_over_eleven_squares) {
  EXPECT_EQ(legal_in("canadian", "W:WK67:B1"),
            (Texts{"67-61", "67-56", "67-50", "67-45", "67-39", "67-34", "67-28", "67-23", "67-17", "67-12", "67-6"}));
}

TEST(Canadian, CA_09_the_most_pieces) { EXPECT_EQ(legal_in("canadian", "W:W38,41:B20,32,36"), Texts{"38x14"}); }

TEST(Canadian, CA_11_a_man_that_only_passes_the_far_row_stays_a_man) {
  Board board{"canadian", "W:W15:B10,11,30"};
  EXPECT_EQ(board.legal(), Texts{"15x17"});
  board.play({"15x17"});
  EXPECT_EQ(board.on("17"), "man 0");
}

}  // namespace
}  // namespace crownstar::support
