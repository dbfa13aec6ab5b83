// What sets the games apart that add a rule of their own: Frisian draughts and Frysk!, Killer draughts, Antidraughts
// and Breakthrough. Ids are those of docs/rules; moves were worked out by hand.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

// FR, FY: the piece next to 28 and the square behind it, in the eight directions.
const std::vector<std::pair<std::string, std::string>> around_28{
    {"22", "17"}, {"23", "19"}, {"32", "37"}, {"33", "39"}, {"18", "8"}, {"38", "48"}, {"27", "26"}, {"29", "30"}};

class FrisianCaptures : public testing::TestWithParam<const char*> {};

TEST_P(FrisianCaptures, FR_06_FY_06_a_man_captures_in_eight_directions) {
  for (const auto& [taken, behind] : around_28) {
    EXPECT_EQ(legal_in(GetParam(), "W:W28:B" + taken), Texts{"28x" + behind});
  }
  EXPECT_EQ(legal_in(GetParam(), "W:W28:B1,8"), (Texts{"28-22", "28-23"})) << "8 is too far for a man";
  EXPECT_EQ(legal_in(GetParam(), "W:W28:B8,18"), (Texts{"28-22", "28-23"})) << "8 stands behind 18";
}

TEST_P(FrisianCaptures, FR_07_FY_07_a_king_captures_at_any_distance_along_rows_and_columns_too) {
  EXPECT_EQ(legal_in(GetParam(), "W:WK26:B28"), (Texts{"26x29", "26x30"}));
  EXPECT_EQ(legal_in(GetParam(), "W:WK48:B18"), Texts{"48x8"});
  EXPECT_EQ(legal_in(GetParam(), "W:WK50:B28"), (Texts{"50x22", "50x17", "50x11", "50x6"}));
}

TEST_P(FrisianCaptures, FR_05_FY_05_without_a_capture_a_king_moves_along_diagonals_only) {
  EXPECT_EQ(legal_in(GetParam(), "W:WK46:BK50"),
            (Texts{"46-41", "46-37", "46-32", "46-28", "46-23", "46-19", "46-14", "46-10", "46-5"}));
}

TEST_P(FrisianCaptures, FR_09_FY_09_a_king_is_worth_more_than_a_man_and_less_than_two) {
  EXPECT_EQ(legal_in(GetParam(), "W:W28:B22,K23"), Texts{"28x19"});
  EXPECT_EQ(legal_in(GetParam(), "W:W28:B11,22,K29"), Texts{"28x6"}) << "two men";
}

TEST_P(FrisianCaptures, FR_09_FY_09_two_kings_are_worth_more_than_three_men) {
  const Board board{GetParam(), "W:W28:B7,11,22,K20,K29"};
  EXPECT_EQ(board.legal(), Texts{"28x10"});
  EXPECT_EQ(board.captured("28x10"), (Labels{"29", "20"}));
  EXPECT_EQ(legal_in(GetParam(), "W:W28:B7,11,22,20,K29"), Texts{"28x8"}) << "three men against a king and a man";
}

TEST_P(FrisianCaptures, FR_09_FY_09_of_equal_values_the_king_takes) {
  EXPECT_EQ(legal_in(GetParam(), "W:W28,K50:B22,40"), (Texts{"50x30", "50x20", "50x10"}));
}

TEST_P(FrisianCaptures, FR_11_FY_11_a_man_that_only_passes_the_far_row_stays_a_man) {
  Board board{GetParam(), "W:W12:B8,9"};
  EXPECT_EQ(board.legal(), Texts{"12x14"});
  board.play({"12x14"});
  EXPECT_EQ(board.on("14"), "man 0");
}

// White's king on 46 steps up and down while Black's man walks from 3 to 12, out of its sight.
constexpr const char* king_and_man = "W:W35,K46:B3";

TEST_P(FrisianCaptures, FR_17_FY_17_a_king_moves_three_times_in_a_row_at_most) {
  Board board{GetParam(), king_and_man};
  board.play({"46-41", "3-8", "41-46", "8-12"});
  EXPECT_GT(board.legal().size(), 1u) << "two moves are allowed";
  board.play({"46-41", "12-17"});
  EXPECT_EQ(board.legal(), Texts{"35-30"});
  const std::string rule = std::string(GetParam()) == "frisian" ? "FR-17" : "FY-17";
  EXPECT_TRUE(board.refusal("41-46").starts_with(rule + ": ")) << board.refusal("41-46");
  board.play({"35-30", "17-22"});
  EXPECT_TRUE(board.legal().contains("41-46")) << "another piece has moved";
}

TEST_P(FrisianCaptures, FR_17_FY_17_moves_before_those_of_another_piece_do_not_count) {
  Board board{GetParam(), king_and_man};
  board.play({"46-41", "3-8", "41-46", "8-12", "35-30", "12-17", "46-41", "17-22", "41-46"});
  board.play({"22-27"});
  EXPECT_TRUE(board.legal().contains("46-41")) << "two in a row since the man moved";
}

TEST_P(FrisianCaptures, FR_17_FY_17_the_king_may_still_capture_and_is_free_again_then) {
  Board board{GetParam(), "W:W35,K41:B1,12"};
  board.play({"41-46", "12-17", "46-41", "17-22", "41-46", "22-28"});
  EXPECT_EQ(board.legal(), (Texts{"46x23", "46x19", "46x14", "46x10", "46x5"}));
  board.play({"46x5", "1-6"});
  EXPECT_TRUE(board.legal().contains("5-10"));
}

TEST_P(FrisianCaptures, FR_17_FY_17_a_side_with_kings_only_is_free_of_it) {
  Board board{GetParam(), "W:WK46:B3"};
  board.play({"46-41", "3-8", "41-46", "8-12", "46-41", "12-17"});
  EXPECT_TRUE(board.legal().contains("41-46"));
}

TEST_P(FrisianCaptures, FR_17_FY_17_a_side_that_could_only_break_it_has_lost) {
  // The man on 6 cannot step onto 1, where a man of Black stands at the edge for good.
  Board board{GetParam(), "W:W6,K46:B1,3"};
  board.play({"46-41", "3-8", "41-46", "8-12", "46-41"});
  EXPECT_FALSE(board->outcome().is_over);
  board.play({"12-17"});
  EXPECT_TRUE(board->outcome().is_over);
  EXPECT_EQ(board->outcome().standings.at(second_seat).place, 1);
  EXPECT_EQ(board->outcome().standings.at(first_seat).place, 2);
}

TEST_P(FrisianCaptures, FR_17_FY_17_the_count_of_the_kings_moves_belongs_to_the_position) {
  Board played{GetParam(), king_and_man};
  played.play({"46-41", "3-8", "41-46", "8-12", "46-41", "12-17"});
  Board read{GetParam(), played->position()};
  EXPECT_EQ(read.legal(), Texts{"35-30"});
  EXPECT_EQ(read->position(), played->position());
  EXPECT_EQ(read->key(), played->key());
  const Board fresh{GetParam(), "W:W35,K41:B17"};
  EXPECT_NE(fresh->key(), played->key());
  EXPECT_GT(fresh.legal().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Frisian, FrisianCaptures, testing::Values("frisian", "frysk"),
                         [](const auto& game) { return std::string(game.param); });

TEST(Frisian, FR_02_each_side_has_twenty_men) {
  const Board board{"frisian"};
  EXPECT_EQ(board.count_of(first_seat), 20);
  EXPECT_EQ(board.count_of(second_seat), 20);
  EXPECT_EQ(board.legal(), (Texts{"31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"}));
}

TEST(Frysk, FY_02_each_side_has_five_men_on_the_nearest_row) {
  const Board board{"frysk"};
  for (const char* name : {"46", "47", "48", "49", "50"}) EXPECT_EQ(board.on(name), "man 0");
  for (const char* name : {"1", "2", "3", "4", "5"}) EXPECT_EQ(board.on(name), "man 1");
  EXPECT_EQ(board->pieces().size(), 10u);
  EXPECT_EQ(board.legal(), (Texts{"46-41", "47-41", "47-42", "48-42", "48-43", "49-43", "49-44", "50-44", "50-45"}));
}

// KI

TEST(Killer, KI_17_a_king_stops_right_behind_a_king_that_it_takes_last) {
  EXPECT_EQ(legal_in("killer", "W:WK46:B1,K28"), Texts{"46x23"});
  EXPECT_EQ(legal_in("killer", "W:WK46:B1,28"), (Texts{"46x23", "46x19", "46x14", "46x10", "46x5"})) << "a man";
}

TEST(Killer, KI_17_in_a_chain_the_last_piece_decides) {
  EXPECT_EQ(legal_in("killer", "W:WK46:B37,K18"), Texts{"46x12"});
  EXPECT_EQ(legal_in("killer", "W:WK46:BK37,18"), (Texts{"46x12", "46x7", "46x1"}));
}

TEST(Killer, KI_17_a_king_taken_earlier_sets_no_limit) {
  const Board board{"killer", "W:WK46:BK37,18"};
  EXPECT_EQ(board.path("46x12"), (Labels{"46", "23", "12"})) << "23 lies three squares behind the king taken first";
}

TEST(Killer, KI_17_a_man_that_takes_a_king_is_not_concerned) {
  EXPECT_EQ(legal_in("killer", "W:W28:B1,K22"), Texts{"28x17"});
}

TEST(Killer, KI_09_the_most_pieces) { EXPECT_EQ(legal_in("killer", "W:W28,34:B11,22,K30"), Texts{"28x6"}); }

// AD

TEST(Antidraughts, AD_12_a_player_with_no_piece_left_wins) {
  Board board{"antidraughts", "W:W33:B28"};
  EXPECT_EQ(board.legal(), Texts{"33x22"});
  board.play({"33x22"});
  EXPECT_TRUE(is_won_by(*board, second_seat, "AD-12")) << told(*board);
}

TEST(Antidraughts, AD_12_a_player_with_no_legal_move_wins) {
  Board board{"antidraughts", "B:W36:B22,31"};
  board.play({"22-27"});
  EXPECT_TRUE(is_won_by(*board, first_seat, "AD-12")) << told(*board);
}

TEST(Antidraughts, AD_17_the_largest_capture_must_be_taken_all_the_same) {
  const Board board{"antidraughts", "W:W28,34:B11,22,30"};
  EXPECT_EQ(board.legal(), Texts{"28x6"});
  EXPECT_TRUE(board.refusal("34x25").starts_with("AD-9: ")) << board.refusal("34x25");
  EXPECT_TRUE(board.refusal("28-23").starts_with("AD-8: ")) << board.refusal("28-23");
}

// BT

TEST(Breakthrough, BT_17_the_first_king_wins_at_once) {
  Board board{"breakthrough", "W:W7:B20"};
  EXPECT_EQ(board.legal(), (Texts{"7-1", "7-2"}));
  board.play({"7-1"});
  EXPECT_TRUE(is_won_by(*board, first_seat, "BT-17")) << told(*board);
  EXPECT_EQ(board.on("1"), "king 0");
  EXPECT_TRUE(board.moves().empty());
}

TEST(Breakthrough, BT_17_a_capture_that_ends_on_the_far_row_wins_too) {
  Board board{"breakthrough", "B:W42,20:B37"};
  EXPECT_EQ(board.legal(), Texts{"37x48"});
  board.play({"37x48"});
  EXPECT_TRUE(is_won_by(*board, second_seat, "BT-17")) << told(*board);
}

TEST(Breakthrough, BT_17_passing_the_far_row_in_a_capture_wins_nothing) {
  Board board{"breakthrough", "W:W12:B1,8,9"};
  EXPECT_EQ(board.legal(), Texts{"12x14"});
  board.play({"12x14"});
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  EXPECT_EQ(board.on("14"), "man 0");
}

TEST(Breakthrough, BT_12_a_player_with_no_legal_move_or_no_piece_left_loses) {
  Board blocked{"breakthrough", "B:W36:B22,31"};
  blocked.play({"22-27"});
  EXPECT_TRUE(is_won_by(*blocked, second_seat, "BT-12")) << told(*blocked);
  Board taken{"breakthrough", "W:W33:B28"};
  taken.play({"33x22"});
  EXPECT_TRUE(is_won_by(*taken, first_seat, "BT-12")) << told(*taken);
}

TEST(Breakthrough, BT_09_the_most_pieces) { EXPECT_EQ(legal_in("breakthrough", "W:W28,34:B11,22,30"), Texts{"28x6"}); }

}  // namespace
}  // namespace crownstar::support
