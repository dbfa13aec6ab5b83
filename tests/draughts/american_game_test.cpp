// American checkers: what the rules provide for the screen (AM-11 to AM-14), and the draws (AM-15).

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "support/quiet_walk.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

constexpr const char* id = "american";
constexpr int red = first_seat;
constexpr int white = second_seat;

TEST(American, AM_11_seats_are_counted_in_the_order_of_turns_so_that_a_match_can_swap_them) {
  for (const char* start : {"B:W21-32:B1-12", "W:W21-32:B1-12"}) {
    const Board board{id, start};
    EXPECT_EQ(board->seat_name(red), "Red");
    EXPECT_EQ(board.on("1"), "man 0") << "the seat stays with its colour, whoever is to move";
    EXPECT_EQ(board->seat_to_move(), start[0] == 'B' ? red : white);
  }
}

// Clicking or dragging needs the square that a move leaves, the one it ends on, and those in between.
TEST(American, AM_12_every_move_says_where_it_begins_where_it_lands_and_where_it_ends) {
  for (const char* fen : {"B:W21-32:B1-12", "W:W30:B18,26,1", "W:WK22:B18,19,26,27,1", "W:W31:B18,19,26,27"}) {
    const Board board{id, fen};
    for (const MoveView& move : board.moves()) {
      ASSERT_GE(move.path.size(), 2u) << fen;
      EXPECT_EQ(move.path.size(), std::max<std::size_t>(move.captured.size(), 1) + 1) << move.text;
      EXPECT_TRUE(board.on(board.label(move.from())).ends_with(std::to_string(board->seat_to_move()))) << move.text;
      for (const Point point : move.path) {
        EXPECT_TRUE(board->layout().points.at(static_cast<std::size_t>(point)).is_playable) << move.text;
        EXPECT_TRUE(point == move.from() || board.on(board.label(point)).empty()) << move.text;
      }
    }
  }
}

TEST(American, AM_12_from_and_to_are_enough_where_one_move_shares_them) {
  const Board board{id, "W:W30:B18,26,1"};
  EXPECT_EQ(board.move("30x14").handle, board.move("30x23x14").handle);
}

TEST(American, AM_12_every_way_to_make_a_move_can_be_shown) {
  const Board board{id, "W:WK22:B18,19,26,27,1"};
  const auto ways = board->paths(board.move("22x22")).value();
  std::set<Labels> shown;
  for (const auto& way : ways) shown.insert(board.labels(way));
  EXPECT_EQ(shown, (std::set<Labels>{{"22", "15", "24", "31", "22"}, {"22", "31", "24", "15", "22"}}));
}

TEST(American, AM_13_a_refused_move_is_explained_by_the_captures_that_must_be_made) {
  const Board one{id, "B:W15:B1,11"};
  EXPECT_EQ(one.refusal("1-5"), "AM-7: you must capture; 11x18");
  const Board two{id, "B:W15:B1,10,11"};
  const std::string reason = two.refusal("1-5");
  EXPECT_TRUE(reason == "AM-7: you must capture; 10x19 or 11x18" || reason == "AM-7: you must capture; 11x18 or 10x19")
      << reason;
}

TEST(American, AM_13_the_pieces_that_must_capture_can_be_marked) {
  const Board board{id, "B:W15:B1,10,11"};
  Texts must_capture;
  for (const MoveView& move : board.moves()) {
    EXPECT_FALSE(move.captured.empty());
    must_capture.insert(board.label(move.from()));
  }
  EXPECT_EQ(must_capture, (Texts{"10", "11"}));
}

TEST(American, AM_14_the_layout_tells_dark_squares_from_light_ones_so_that_both_looks_can_be_drawn) {
  const Board board{id};
  const auto& points = board->layout().points;
  EXPECT_EQ(std::ranges::count(points, true, &LayoutPoint::is_playable), 32);
  for (const LayoutPoint& here : points) {
    for (const LayoutPoint& there : points) {
      const bool are_neighbours = std::lround(std::abs(here.x - there.x) + std::abs(here.y - there.y)) == 1;
      if (are_neighbours) EXPECT_NE(here.is_playable, there.is_playable);
    }
  }
  for (const PieceView& piece : board->pieces()) {
    EXPECT_TRUE(points.at(static_cast<std::size_t>(piece.point)).is_playable) << "the play is on the dark ones";
  }
}

TEST(American, AM_15_the_third_occurrence_of_a_position_with_the_same_side_to_move_is_a_draw) {
  Board board{id, "B:WK32:BK1"};
  board.play({"1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1"});
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  board.play({"28-32"});
  EXPECT_TRUE(is_draw_by(*board, "AM-15")) << told(*board);
  EXPECT_EQ(board->outcome().standings.at(0).place, 1);
  EXPECT_EQ(board->outcome().standings.at(1).place, 1);
  EXPECT_TRUE(board.moves().empty());
}

TEST(American, AM_15_the_occurrences_need_not_follow_one_another) {
  Board board{id, "B:WK32:BK1"};
  board.play({"1-5", "32-28", "5-1", "28-32"});                           // the second time
  board.play({"1-6", "32-27", "6-10", "27-23", "10-6", "23-27", "6-1"});  // somewhere else
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  board.play({"27-32"});
  EXPECT_TRUE(is_draw_by(*board, "AM-15")) << told(*board);
}

TEST(American, AM_15_forty_moves_by_each_side_without_a_capture_or_a_mans_move_are_a_draw) {
  expect_drawn_after({id, "B:WK32,K31:BK1,K2"}, 80, "AM-15");
  expect_drawn_after({id, "W:WK32,K31,21:BK1,K2,13"}, 80, "AM-15");
}

TEST(American, AM_15_a_mans_move_begins_the_count_anew) {
  const Board start{id, "B:WK32,K31,29:BK1,K2,4"};
  const Board after = walked(start, {.plies = 80, .men_step_at = {79, 80}, .allows = {}});
  expect_drawn_after(after, 80, "AM-15");
}

TEST(American, AM_15_a_capture_begins_the_count_anew) {
  const Board start{id, "B:WK32,K31,K30:BK1,K2,K3"};
  const Board after = walked(start, {.plies = 79, .men_step_at = {}, .capture_at = 79, .allows = {}});
  expect_drawn_after(after, 80, "AM-15");
}

// Red's king is shut in between 25 and 29. The fortieth move of White, made by the king on 21, leaves it no move.
TEST(American, AM_10_a_win_comes_before_a_draw_by_counting) {
  const Board start{id, "B:W18,22,30,K1,K4,K21:BK29"};
  const auto only_the_free_kings = [](int, const Game& before, const MoveView& move, const Game&) {
    return before.layout().points.at(static_cast<std::size_t>(move.from())).label != "21";
  };
  Board last = walked(start, {.plies = 79, .men_step_at = {}, .occurrences = 2, .allows = only_the_free_kings});
  ASSERT_EQ(last.on("29"), "king 0");
  for (const MoveView& other : last.moves()) {
    const std::string from = last.label(other.from());
    if (from == "21" || last.on(from) != "king 1") continue;
    const auto after = last->clone();
    ASSERT_TRUE(after->play(other));
    EXPECT_TRUE(is_draw_by(*after, "AM-15")) << "any other move of a king completes the count: " << told(*after);
  }
  last.play({"21-25"});
  EXPECT_TRUE(is_won_by(*last, white, "AM-10")) << told(*last);
}

TEST(American, AM_15_nothing_but_the_rules_named_ends_a_game) {
  expect_going_on({id, "B:WK32:BK1"}, {.plies = 79, .men_step_at = {}, .allows = {}});
  expect_going_on({id, "W:WK32,K31,K30:BK1"}, {.plies = 79, .men_step_at = {}, .allows = {}});
}

TEST(American, AM_15_agreement_is_the_matchs_affair_and_a_seat_may_withdraw) {
  Board board{id};
  board.play({"11-15"});
  ASSERT_TRUE(board->withdraw(red, "resigned"));
  const Outcome& outcome = board->outcome();
  EXPECT_TRUE(outcome.is_over);
  EXPECT_FALSE(outcome.is_draw);
  EXPECT_EQ(outcome.standings.at(red).place, 2);
  EXPECT_EQ(outcome.standings.at(red).reason, "resigned");
  EXPECT_EQ(outcome.standings.at(white).place, 1);
  EXPECT_EQ(board.count_of(red), 12) << "its pieces stay";
  EXPECT_TRUE(board.moves().empty());
}

}  // namespace
}  // namespace crownstar::support
