// English checkers with flying kings, rule by rule: FK-1 to FK-16 of docs/rules, on positions worked out by hand.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/quiet_walk.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

constexpr const char* id = "flying-king";
constexpr int white = first_seat;
constexpr int black = second_seat;

Texts legal(std::string_view fen) { return legal_in(id, fen); }

TEST(FlyingKing, FK_01_the_long_dark_diagonal_starts_at_each_players_left) {
  const Board board{id};
  const auto& points = board->layout().points;
  ASSERT_EQ(points.size(), 64u);
  EXPECT_EQ(std::ranges::count(points, true, &LayoutPoint::is_playable), 32);
  const auto [left, right] = std::ranges::minmax(points, {}, &LayoutPoint::x);
  const auto [bottom, top] = std::ranges::minmax(points, {}, &LayoutPoint::y);
  EXPECT_EQ(std::lround(right.x - left.x), 7);
  EXPECT_EQ(std::lround(top.y - bottom.y), 7);
  for (const LayoutPoint& point : points) {
    const long column = std::lround(point.x - left.x);
    const long row = std::lround(point.y - bottom.y);
    if (column == row) EXPECT_TRUE(point.is_playable) << "the long dark diagonal, from White's left to Black's left";
    if (column + row == 7) EXPECT_FALSE(point.is_playable) << "each player's lower right is light";
  }
  EXPECT_EQ(std::lround(board.square("29").x - left.x), 0);
  EXPECT_EQ(std::lround(board.square("29").y - bottom.y), 0);
}

TEST(FlyingKing, FK_01_there_are_twelve_white_and_twelve_black_men) {
  const Board board{id};
  EXPECT_EQ(board.count_of(white), 12);
  EXPECT_EQ(board.count_of(black), 12);
  for (int number = 1; number <= 32; ++number) {
    const std::string expected = number <= 12 ? "man 1" : (number >= 21 ? "man 0" : "");
    EXPECT_EQ(board.on(std::to_string(number)), expected) << number;
  }
}

TEST(FlyingKing, FK_02_play_is_on_the_dark_squares) {
  const Board board{id};
  for (const PieceView& piece : board->pieces()) {
    EXPECT_TRUE(board->layout().points.at(static_cast<std::size_t>(piece.point)).is_playable);
  }
}

TEST(FlyingKing, FK_03_white_moves_first_and_the_players_alternate) {
  Board board{id};
  EXPECT_EQ(board->position(), "W:W21-32:B1-12");
  EXPECT_EQ(board->seat_name(white), "White");
  EXPECT_EQ(board->seat_name(black), "Black");
  EXPECT_EQ(board->seat_to_move(), white);
  EXPECT_EQ(board.legal(), (Texts{"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}));
  board.play({"22-18"});
  EXPECT_EQ(board->seat_to_move(), black);
  board.play({"11-15"});
  EXPECT_EQ(board->seat_to_move(), white);
}

TEST(FlyingKing, FK_04_a_man_moves_one_square_diagonally_forward) {
  EXPECT_EQ(legal("W:W18:B1"), (Texts{"18-14", "18-15"}));
  EXPECT_EQ(legal("B:W32:B10"), (Texts{"10-14", "10-15"}));
}

TEST(FlyingKing, FK_05_a_man_that_reaches_the_first_row_of_the_opponent_is_crowned) {
  Board board{id, "W:W6:B12"};
  EXPECT_TRUE(board.move("6-2").crowns);
  board.play({"6-2"});
  EXPECT_EQ(board.on("2"), "king 0");
}

TEST(FlyingKing, FK_05_crowning_ends_the_move_in_the_middle_of_a_chain) {
  Board board{id, "W:W10:B1,7,8"};
  EXPECT_EQ(board.legal(), Texts{"10x3"}) << "as a king it could go on over 8";
  EXPECT_TRUE(board.move("10x3").crowns);
  board.play({"10x3", "1-5"});
  EXPECT_EQ(board.legal(), Texts{"3x12"});
}

TEST(FlyingKing, FK_06_a_king_moves_any_number_of_empty_squares_forward_or_back) {
  EXPECT_EQ(legal("W:WK18:B1"), (Texts{"18-14", "18-9", "18-5", "18-15", "18-11", "18-8", "18-4", "18-22", "18-25",
                                       "18-29", "18-23", "18-27", "18-32"}));
  EXPECT_EQ(legal("W:WK29:B1"), (Texts{"29-25", "29-22", "29-18", "29-15", "29-11", "29-8", "29-4"}));
}

TEST(FlyingKing, FK_06_pieces_stand_in_the_way_of_a_king) {
  EXPECT_EQ(legal("W:W11,K29:B1"), (Texts{"11-7", "11-8", "29-25", "29-22", "29-18", "29-15"}));
  EXPECT_EQ(legal("W:WK29:B8,15,11"), (Texts{"29-25", "29-22", "29-18"}));
}

TEST(FlyingKing, FK_07_capturing_is_compulsory) {
  const Board board{id, "W:W18,K32:B1,15"};
  EXPECT_EQ(board.legal(), Texts{"18x11"});
  EXPECT_EQ(board.refusal("32-28"), "FK-7: you must capture; 18x11");
}

TEST(FlyingKing, FK_07_any_capture_may_be_chosen_whether_or_not_it_takes_the_most) {
  Board board{id, "W:W21,30:B1,17,18,26"};
  EXPECT_EQ(board.legal(), (Texts{"21x14", "30x14"}));
  board.play({"21x14"});
  EXPECT_EQ(board.count_of(black), 3);
  EXPECT_EQ(legal("W:W21,K32:B1,17,27"), (Texts{"21x14", "32x23"})) << "neither king nor man comes first";
}

TEST(FlyingKing, FK_08_a_man_captures_forward_only_an_adjacent_piece) {
  EXPECT_EQ(legal("W:W18:B1,15"), Texts{"18x11"});
  EXPECT_EQ(legal("W:W18:B1,23"), (Texts{"18-14", "18-15"})) << "not back";
  EXPECT_EQ(legal("W:W18:B1,11"), (Texts{"18-14", "18-15"})) << "not from afar";
  EXPECT_EQ(legal("W:W18:B11,15"), Texts{"18-14"}) << "not two in a row";
  EXPECT_EQ(legal("W:W18:B1,K15"), Texts{"18x11"}) << "a king as well";
}

TEST(FlyingKing, FK_09_a_king_captures_only_a_piece_next_to_it) {
  EXPECT_EQ(legal("W:WK18:B1,8"),
            (Texts{"18-14", "18-9", "18-5", "18-15", "18-11", "18-22", "18-25", "18-29", "18-23", "18-27", "18-32"}))
      << "8 stands two empty squares away: it stops the king and is not captured";
  EXPECT_EQ(legal("W:WK29:B1,22"), Texts{"29-25"}) << "one empty square between is too far as well";
}

TEST(FlyingKing, FK_09_a_king_lands_on_the_square_directly_behind_and_nowhere_else) {
  EXPECT_EQ(legal("W:WK18:B1,15"), Texts{"18x11"}) << "not on 8 or 4";
  EXPECT_EQ(legal("W:WK18:B1,23"), Texts{"18x27"}) << "behind it as well, and not on 32";
  EXPECT_EQ(legal("W:WK18:B11,15"),
            (Texts{"18-14", "18-9", "18-5", "18-22", "18-25", "18-29", "18-23", "18-27", "18-32"}))
      << "it must be empty";
}

TEST(FlyingKing, FK_09_after_a_capture_a_king_still_captures_only_what_is_next_to_it) {
  EXPECT_EQ(legal("W:WK29:B1,25,15"), Texts{"29x22"}) << "15 is two squares from 22";
}

TEST(FlyingKing, FK_10_the_capturing_piece_goes_on_until_it_can_capture_no_more) {
  const Board board{id, "W:WK18:B1,8,15"};
  EXPECT_EQ(board.legal(), Texts{"18x4"});
  EXPECT_EQ(board.path("18x4"), (Labels{"18", "11", "4"}));
  const auto stopped = board->parse("18x11");
  ASSERT_FALSE(stopped);
  EXPECT_NE(stopped.error().rule, "");
  EXPECT_NE(stopped.error().reason.find("4"), std::string::npos) << stopped.error().reason;
  EXPECT_EQ(legal("W:WK18:B1,7,8,15"), (Texts{"18x2", "18x4"})) << "and may turn";
  EXPECT_EQ(legal("W:W30:B1,18,26"), Texts{"30x14"});
}

TEST(FlyingKing, FK_10_no_piece_is_jumped_twice) {
  const Board board{id, "W:WK22:B1,18,19,26,27"};
  EXPECT_EQ(board.legal(), Texts{"22x22"});
  EXPECT_EQ(board.move("22x22").captured.size(), 4u);
}

TEST(FlyingKing, FK_11_a_move_tells_what_it_captures_so_that_each_player_keeps_the_pieces_taken) {
  Board board{id, "W:W30:B1,18,K26"};
  EXPECT_EQ(board.captured("30x14"), (Labels{"26", "18"}));
  EXPECT_EQ(board.on("26"), "king 1");
  board.play({"30x14"});
  EXPECT_EQ(board.count_of(black), 1);
  EXPECT_EQ(board.count_of(white), 1);
}

TEST(FlyingKing, FK_12_a_player_whose_pieces_are_all_captured_loses) {
  Board board{id, "W:W18:B15"};
  board.play({"18x11"});
  EXPECT_TRUE(is_won_by(*board, white, "FK-12")) << told(*board);
}

TEST(FlyingKing, FK_12_a_player_without_a_legal_move_loses) {
  Board board{id, "W:W17,26:B13"};
  board.play({"26-22"});
  EXPECT_TRUE(is_won_by(*board, white, "FK-12")) << told(*board);
}

TEST(FlyingKing, FK_13_twenty_moves_of_kings_by_each_side_are_a_draw) {
  expect_drawn_after({id, "W:WK32,K31:BK1,K2"}, 40, "FK-13");
  expect_drawn_after({id, "B:WK32:BK1"}, 40, "FK-13");
}

TEST(FlyingKing, FK_13_a_capture_or_a_mans_move_begins_the_count_anew) {
  const Board men{id, "W:WK32,30,K31:BK1,K2,3"};
  expect_drawn_after(walked(men, {.plies = 40, .men_step_at = {39, 40}, .allows = {}}), 40, "FK-13");
  const Board kings{id, "W:WK32,K31:BK1,K2,K3"};
  expect_drawn_after(walked(kings, {.plies = 39, .men_step_at = {}, .capture_at = 39, .allows = {}}), 40, "FK-13");
}

// White loses a move (29-25-22-29 against two moves of Black), so that the same squares come with either side to move.
TEST(FlyingKing, FK_14_the_third_time_counts_positions_with_the_same_side_to_move) {
  Board board{id, "W:WK29:BK1"};
  board.play({"29-25", "1-6", "25-22", "6-1", "22-29"});  // Black to move: the first time
  board.play({"1-6", "29-25", "6-1", "25-29"});           // the second; with White to move once before
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  board.play({"1-6", "29-25", "6-1"});
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  board.play({"25-29"});
  EXPECT_TRUE(is_draw_by(*board, "FK-14")) << told(*board);
}

TEST(FlyingKing, FK_15_three_kings_have_twenty_moves_to_beat_one) {
  // The three begin: their twentieth move is ply 39, one before the count of FK-13.
  expect_drawn_after({id, "W:WK30,K31,K32:BK1"}, 39, "FK-15");
  expect_drawn_after({id, "B:WK30:BK1,K2,K3"}, 39, "FK-15");
}

TEST(FlyingKing, FK_15_the_count_begins_when_the_balance_arises) {
  Board crowning{id, "B:WK1,K2,K3:B25"};
  crowning.play({"25-29"});
  expect_drawn_after(crowning, 39, "FK-15");
  // Thirty-eight quiet plies with four kings before a capture count for nothing.
  const Board four{id, "W:WK29,K30,K31,K32:BK1"};
  const Board three = walked(four, {.plies = 38, .men_step_at = {}, .capture_at = 38, .allows = {}});
  ASSERT_EQ(three.count_of(white), 3);
  expect_drawn_after(three, 39, "FK-15");
}

TEST(FlyingKing, FK_15_is_about_three_kings_and_one_king_and_nothing_else) {
  for (const char* fen : {"W:WK29,K30,K31,K32:BK1", "W:WK31,K32:BK1", "W:WK30,K31,K32:BK1,K2", "W:WK30,K31,32:BK1"}) {
    expect_drawn_after({id, fen}, 40, "FK-13");
  }
}

TEST(FlyingKing, FK_16_agreement_is_the_matchs_affair_and_a_seat_may_withdraw) {
  Board board{id};
  ASSERT_TRUE(board->withdraw(white, "resigned"));
  const Outcome& outcome = board->outcome();
  EXPECT_TRUE(outcome.is_over);
  EXPECT_FALSE(outcome.is_draw);
  EXPECT_EQ(outcome.standings.at(white).place, 2);
  EXPECT_EQ(outcome.standings.at(black).place, 1);
}

}  // namespace
}  // namespace crownstar::support
