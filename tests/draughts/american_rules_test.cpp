// American checkers, rule by rule: AM-1 to AM-15 of docs/rules, on positions worked out by hand.
// What an id says about the screen is tested here as far as the rules must provide for it.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/quiet_walk.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

constexpr const char* id = "american";
constexpr int red = first_seat;
constexpr int white = second_seat;

Texts legal(std::string_view fen) { return legal_in(id, fen); }

// Where a square lies, counted from the lower left as the layout draws it.
std::pair<long, long> place_of(const LayoutPoint& point) { return {std::lround(point.x), std::lround(point.y)}; }

TEST(American, AM_01_the_board_has_eight_rows_of_light_and_dark_squares_with_the_double_corner_at_the_right) {
  const Board board{id};
  const auto& layout = board->layout();
  EXPECT_EQ(layout.columns, 8);
  EXPECT_EQ(layout.rows, 8);
  ASSERT_EQ(layout.points.size(), 64u);
  std::map<std::pair<long, long>, bool> is_dark;
  for (const LayoutPoint& point : layout.points) is_dark[place_of(point)] = point.is_playable;
  ASSERT_EQ(is_dark.size(), 64u);
  const auto [left, bottom] = is_dark.begin()->first;
  for (const auto& [place, dark] : is_dark) {
    EXPECT_EQ(dark, (place.first - left + place.second - bottom) % 2 == 0) << "dark at the far left of the near row";
  }
  // The double corners: 28 and 32 at White's right hand, 1 and 5 at Red's.
  EXPECT_EQ(place_of(board.square("32")), std::pair(left + 6, bottom));
  EXPECT_EQ(place_of(board.square("28")), std::pair(left + 7, bottom + 1));
  EXPECT_EQ(place_of(board.square("1")), std::pair(left + 1, bottom + 7));
  EXPECT_EQ(place_of(board.square("5")), std::pair(left, bottom + 6));
}

TEST(American, AM_02_each_player_has_twelve_men_on_the_dark_squares_of_the_three_nearest_rows) {
  const Board board{id};
  EXPECT_EQ(board->seats(), 2);
  EXPECT_EQ(board.count_of(red), 12);
  EXPECT_EQ(board.count_of(white), 12);
  for (int number = 1; number <= 12; ++number) EXPECT_EQ(board.on(std::to_string(number)), "man 0") << number;
  for (int number = 13; number <= 20; ++number) EXPECT_EQ(board.on(std::to_string(number)), "") << number;
  for (int number = 21; number <= 32; ++number) EXPECT_EQ(board.on(std::to_string(number)), "man 1") << number;
  for (int number = 1; number <= 32; ++number) {
    const LayoutPoint& square = board.square(std::to_string(number));
    EXPECT_EQ(square.start_of, number <= 12 ? 1 : (number >= 21 ? 2 : 0)) << number;
    EXPECT_EQ(square.goal_of, number <= 4 ? 2 : (number >= 29 ? 1 : 0)) << number;
  }
}

TEST(American, AM_02_the_sides_are_red_and_white) {
  const Board board{id};
  EXPECT_EQ(board->seat_name(red), "Red");
  EXPECT_EQ(board->seat_name(white), "White");
}

TEST(American, AM_03_red_moves_first_and_the_players_alternate) {
  Board board{id};
  EXPECT_EQ(board->position(), "B:W21-32:B1-12");
  EXPECT_EQ(board->seat_to_move(), red);
  EXPECT_EQ(board.legal(), (Texts{"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}));
  board.play({"11-15"});
  EXPECT_EQ(board->seat_to_move(), white);
  EXPECT_EQ(board.legal(), (Texts{"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}));
  board.play({"22-18"});
  EXPECT_EQ(board->seat_to_move(), red);
  EXPECT_EQ(board.legal(), Texts{"15x22"});
  board.play({"15x22", "25x18"});
  EXPECT_EQ(board.count_of(red), 11);
  EXPECT_EQ(board.count_of(white), 11);
}

TEST(American, AM_03_a_player_must_move) {
  const Board board{id};
  for (const char* text : {"pass", "-", "--", "0-0", "11-11"}) EXPECT_NE(board.refusal(text), "") << text;
}

TEST(American, AM_04_a_man_moves_one_square_diagonally_forward_to_an_empty_square) {
  EXPECT_EQ(legal("W:W18:B1"), (Texts{"18-14", "18-15"}));
  EXPECT_EQ(legal("B:W32:B10"), (Texts{"10-14", "10-15"}));
  EXPECT_EQ(legal("W:W13:B1"), Texts{"13-9"}) << "at the edge";
  EXPECT_EQ(legal("W:W14,18:B1"), (Texts{"14-9", "14-10", "18-15"})) << "not onto another piece";
}

TEST(American, AM_04_a_king_moves_one_square_diagonally_forward_or_back) {
  EXPECT_EQ(legal("W:WK18:B1"), (Texts{"18-14", "18-15", "18-22", "18-23"}));
  EXPECT_EQ(legal("B:W32:BK10"), (Texts{"10-6", "10-7", "10-14", "10-15"}));
  EXPECT_EQ(legal("W:WK29:B1"), Texts{"29-25"});
}

TEST(American, AM_05_a_jump_takes_the_enemy_piece_between_the_own_one_and_an_empty_square) {
  Board board{id, "W:W18:B15,1"};
  EXPECT_EQ(board.legal(), Texts{"18x11"});
  EXPECT_EQ(board.captured("18x11"), Labels{"15"});
  board.play({"18x11"});
  EXPECT_EQ(board.on("15"), "");
  EXPECT_EQ(board.on("18"), "");
  EXPECT_EQ(board.on("11"), "man 1");
  EXPECT_EQ(board->position(), "B:W11:B1");
}

TEST(American, AM_05_the_square_behind_must_be_empty_and_the_pieces_next_to_each_other) {
  EXPECT_EQ(legal("W:W18:B11,15"), Texts{"18-14"}) << "11 stands behind 15";
  EXPECT_EQ(legal("W:W22:B15,1"), (Texts{"22-17", "22-18"})) << "15 is two squares away";
  EXPECT_EQ(legal("W:WK22:B15,1"), (Texts{"22-17", "22-18", "22-25", "22-26"})) << "too far for a king as well";
  EXPECT_EQ(legal("W:W17:B13,1"), Texts{"17-14"}) << "nothing lies behind the edge";
}

TEST(American, AM_05_a_man_jumps_forward_only_and_a_king_forward_or_back) {
  EXPECT_EQ(legal("W:W18:B23,1"), (Texts{"18-14", "18-15"}));
  EXPECT_EQ(legal("B:W6,32:B10"), (Texts{"10-14", "10-15"}));
  EXPECT_EQ(legal("W:WK18:B23,1"), Texts{"18x27"});
  EXPECT_EQ(legal("W:WK18:B15,1"), Texts{"18x11"});
}

TEST(American, AM_05_a_man_may_jump_a_king) {
  Board board{id, "W:W18:BK15,1"};
  EXPECT_EQ(board.legal(), Texts{"18x11"});
  board.play({"18x11"});
  EXPECT_EQ(board->position(), "B:W11:B1");
}

TEST(American, AM_06_jumps_go_on_with_the_same_piece_and_may_change_direction) {
  Board board{id, "W:W30:B18,26,1"};
  EXPECT_EQ(board.legal(), Texts{"30x14"});
  EXPECT_EQ(board.path("30x14"), (Labels{"30", "23", "14"}));
  EXPECT_EQ(board.captured("30x14"), (Labels{"26", "18"}));
  board.play({"30x14"});
  EXPECT_EQ(board->position(), "B:W14:B1");
}

TEST(American, AM_06_an_own_piece_is_never_jumped) {
  EXPECT_EQ(legal("W:W15,K18:B1"), (Texts{"15-10", "15-11", "18-14", "18-22", "18-23"}));
}

TEST(American, AM_06_one_piece_is_jumped_at_a_time) {
  EXPECT_EQ(legal("W:WK22:B15,18"), (Texts{"22-17", "22-25", "22-26"})) << "not two in a row";
}

TEST(American, AM_06_no_piece_is_jumped_twice_in_one_move) {
  EXPECT_EQ(legal("W:WK22:B18,1"), Texts{"22x15"}) << "not back over 18";
  // A round trip: back on 22 the king would jump 18 or 26 again if it could.
  Board board{id, "W:WK22:B18,19,26,27,1"};
  EXPECT_EQ(board.legal(), Texts{"22x22"});
  EXPECT_EQ(board.move("22x22").captured.size(), 4u);
  EXPECT_EQ(board->paths(board.move("22x22")).value().size(), 2u) << "either way round";
  board.play({"22x22"});
  EXPECT_EQ(board->position(), "B:WK22:B1");
}

TEST(American, AM_07_a_player_who_can_jump_must_jump) {
  const Board board{id, "B:W15:B1,11"};
  EXPECT_EQ(board.legal(), Texts{"11x18"});
  for (const char* text : {"1-5", "1-6", "11-16"}) EXPECT_FALSE(board->parse(text)) << text;
}

TEST(American, AM_07_a_started_chain_must_be_completed) {
  const Board board{id, "W:W30:B18,26,1"};
  const auto stopped = board->parse("30x23");
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().rule, "AM-7");
  EXPECT_NE(stopped.error().reason.find("14"), std::string::npos) << "names how it goes on: " << stopped.error().reason;
}

TEST(American, AM_08_any_jump_may_be_chosen_long_or_short) {
  Board board{id, "W:W21,30:B17,18,26,1"};
  EXPECT_EQ(board.legal(), (Texts{"21x14", "30x14"}));
  board.play({"21x14"});
  EXPECT_EQ(board.count_of(red), 3) << "the short one";
}

TEST(American, AM_08_one_piece_may_choose_between_two_ways_of_different_length) {
  // From 23, where the first jump ends, it goes on to the left over 18, or to the right over 19 and 11.
  const Board board{id, "W:W30:B26,18,19,11,1"};
  EXPECT_EQ(board.legal(), (Texts{"30x14", "30x7"}));
  EXPECT_EQ(board.captured("30x7"), (Labels{"26", "19", "11"}));
}

TEST(American, AM_09_a_man_on_the_far_row_becomes_a_king) {
  Board board{id, "W:W6:B12"};
  EXPECT_TRUE(board.move("6-1").crowns);
  board.play({"6-1"});
  EXPECT_EQ(board.on("1"), "king 1");
  EXPECT_EQ(board->position(), "B:WK1:B12");
  Board other{id, "B:W5:B27"};
  other.play({"27-32"});
  EXPECT_EQ(other.on("32"), "king 0");
}

TEST(American, AM_09_a_crowned_man_jumps_on_in_a_later_move_only) {
  Board board{id, "W:W10:B1,7,8"};
  EXPECT_EQ(board.legal(), Texts{"10x3"}) << "not on over 8 to 12";
  EXPECT_TRUE(board.move("10x3").crowns);
  board.play({"10x3", "1-5"});
  EXPECT_EQ(board.legal(), Texts{"3x12"});
  EXPECT_FALSE(board.move("3x12").crowns) << "a king is crowned once";
}

TEST(American, AM_09_a_king_may_pass_the_far_row) { EXPECT_EQ(legal("W:WK10:B1,7,8"), Texts{"10x12"}); }

TEST(American, AM_10_a_player_with_no_pieces_left_loses) {
  Board board{id, "W:W18:B15"};
  EXPECT_FALSE(board->outcome().is_over);
  board.play({"18x11"});
  EXPECT_TRUE(is_won_by(*board, white, "AM-10")) << told(*board);
  EXPECT_FALSE(board->outcome().reason.empty());
  EXPECT_TRUE(board.moves().empty());
}

TEST(American, AM_10_a_player_with_no_legal_move_loses) {
  Board board{id, "W:W17,26:B13"};
  board.play({"26-22"});
  EXPECT_TRUE(is_won_by(*board, white, "AM-10")) << told(*board);
  EXPECT_TRUE(is_won_by(*Board(id, "B:W17,22:B13"), white, "AM-10")) << "a position set up like that is over too";
}

TEST(American, AM_10_one_move_left_is_enough_to_go_on) { EXPECT_FALSE(Board(id, "B:W17,22:B13,1")->outcome().is_over); }

}  // namespace
}  // namespace crownstar::support
