// Draws by the material left (ids 15 of docs/rules): the ply at which each count ends the game, what begins a count
// and what begins it anew. The kings play by lot, so that no position occurs twice.

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/quiet_walk.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

bool stands_on(const Game& game, int seat, const std::set<std::string>& squares) {
  return std::ranges::any_of(game.pieces(), [&](const PieceView& piece) {
    return piece.seat == seat && squares.contains(game.layout().points.at(static_cast<std::size_t>(piece.point)).label);
  });
}

WalkPlan plan_of(int plies, int capture_at = 0) {
  return {.plies = plies, .men_step_at = {}, .capture_at = capture_at, .allows = {}};
}

// IN, CA

TEST(International, IN_15_three_pieces_with_a_king_have_sixteen_moves_against_a_lone_king) {
  for (const char* fen : {"W:WK47,K48,K49:BK4", "W:WK47,K48,49:BK4", "W:WK47,48,49:BK4", "B:WK47:BK2,K3,K4"}) {
    expect_drawn_after({"international", fen}, 32, "IN-15");
  }
}

TEST(International, IN_15_two_pieces_with_a_king_or_one_king_have_five_moves) {
  for (const char* fen : {"W:WK47,K48:BK4", "B:WK47,K48:BK4", "W:WK47,48:BK4", "W:WK47:BK4", "W:WK47:BK3,K4"}) {
    expect_drawn_after({"international", fen}, 10, "IN-15");
  }
}

TEST(International, IN_15_a_move_of_a_man_does_not_interrupt_the_count) {
  expect_drawn_at_end({"international", "W:WK47,48,49:BK4"}, {.plies = 32, .men_step_at = {5, 9}, .allows = {}},
                      "IN-15");
}

TEST(International, IN_15_crowning_or_capturing_within_a_balance_does_not_begin_the_count_anew) {
  expect_drawn_at_end({"international", "W:WK46,7:BK50"}, {.plies = 10, .men_step_at = {3}, .allows = {}}, "IN-15");
  expect_drawn_at_end({"international", "W:WK47,K48:BK4"}, plan_of(10, 6), "IN-15");
  expect_drawn_at_end({"international", "B:WK47:BK3,K4"}, plan_of(10, 6), "IN-15");
}

TEST(International, IN_15_the_move_that_brings_another_balance_about_begins_its_count) {
  const Board three{"international", "W:WK47,K48,K49:BK4"};
  const Board two = walked(three, plan_of(6, 6));
  ASSERT_EQ(two.count_of(first_seat), 2);
  expect_drawn_after(two, 10, "IN-15");
  const Board four{"international", "W:WK47,K48:BK3,K4"};
  expect_drawn_after(walked(four, plan_of(20, 20)), 10, "IN-15");
}

TEST(International, IN_15_more_pieces_on_either_side_are_under_no_such_count) {
  for (const char* fen : {"W:WK47,K48,K49,K50:BK4", "W:WK47,K48,K49:BK3,K4", "W:WK47,K48:BK4,15"}) {
    expect_drawn_after({"international", fen}, 50, "IN-14");
  }
}

TEST(Canadian, CA_15_as_in_the_international_game) {
  expect_drawn_after({"canadian", "W:WK68,K69,K70:BK5"}, 32, "CA-15");
  expect_drawn_after({"canadian", "W:WK68,K69:BK5"}, 10, "CA-15");
  expect_drawn_after({"canadian", "W:WK68:BK5"}, 10, "CA-15");
}

TEST(Killer, KI_15_only_king_against_king_keeps_a_short_count) {
  expect_drawn_after({"killer", "W:WK47:BK4"}, 10, "KI-15");
  expect_drawn_after({"killer", "W:WK47,K48:BK4"}, 50, "KI-14");
  expect_drawn_after({"killer", "W:WK47,K48,K49:BK4"}, 50, "KI-14");
  expect_drawn_after(walked({"killer", "W:WK47,K48:BK4"}, plan_of(20, 20)), 10, "KI-15");
}

TEST(Antidraughts, AD_15_no_material_ends_the_game) {
  for (const char* fen : {"W:WK47:BK4", "W:WK47,K48:BK4", "W:WK47,K48,K49:BK4"}) {
    expect_going_on({"antidraughts", fen}, plan_of(120));
  }
}

// RU, BR, SR. The main road is the diagonal from a1 to h8.

const std::set<std::string> main_road{"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"};

bool black_keeps_off_the_road(int, const Game&, const MoveView&, const Game& after) {
  return !stands_on(after, second_seat, main_road);
}

bool only_black_is_on_the_road(int, const Game&, const MoveView&, const Game& after) {
  return stands_on(after, second_seat, main_road) && !stands_on(after, first_seat, main_road);
}

class RussianDraws : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  static Board board(const char* fen) { return {GetParam().first, fen}; }
  static std::string rule() { return GetParam().second; }
  // The main road of the Russian game plays no part on ten columns.
  static bool has_main_road() { return GetParam().first != std::string("spantsiretti"); }
};

// White begins, and so its fifteenth move is ply 29, one before RU-14 would draw.
TEST_P(RussianDraws, RU_15_a_three_kings_or_more_have_fifteen_moves_against_one) {
  for (const char* fen : {"W:WKa1,Kc1,Ke1:BKf8", "W:WKa1,Kc1,Ke1,Kg1:BKf8"}) {
    expect_drawn_at_end(board(fen), {.plies = 29, .men_step_at = {}, .allows = black_keeps_off_the_road}, rule());
  }
}

TEST_P(RussianDraws, RU_15_a_a_capture_begins_the_count_anew) {
  WalkPlan until_capture{.plies = 20, .men_step_at = {}, .capture_at = 20, .allows = black_keeps_off_the_road};
  const Board three = walked(board("W:WKa1,Kc1,Ke1,Kg1:BKf8"), until_capture);
  ASSERT_EQ(three.count_of(first_seat), 3);
  expect_drawn_at_end(three, {.plies = 29, .men_step_at = {}, .allows = black_keeps_off_the_road}, rule());
}

TEST_P(RussianDraws, RU_15_b_thirty_moves_with_four_or_five_pieces) {
  expect_drawn_at_end(board("W:WKe1,a3:BKf8,h6"), {.plies = 60, .men_step_at = {20, 40}, .allows = {}}, rule());
  expect_drawn_at_end(board("W:WKe1,Kg1,a3:BKf8,h6"), {.plies = 60, .men_step_at = {20, 40}, .allows = {}}, rule());
}

TEST_P(RussianDraws, RU_15_b_sixty_moves_with_six_or_seven_pieces) {
  const WalkPlan plan{.plies = 120, .men_step_at = {25, 50, 75, 100}, .allows = {}};
  expect_drawn_at_end(board("W:WKe1,Kg1,a3:BKd8,Kf8,h6"), plan, rule());
  expect_drawn_at_end(board("W:WKa1,Ke1,Kg1,a3:BKd8,Kf8,h6"), plan, rule());
}

TEST_P(RussianDraws, RU_15_d_two_pieces_or_one_have_five_moves_against_a_king) {
  for (const char* fen : {"W:WKa1,Kc1:BKf8", "B:WKa1,Kc1:BKf8", "W:WKa1,c1:BKf8", "W:WKa1:BKf8"}) {
    expect_drawn_after(board(fen), 10, rule());
  }
}

TEST_P(RussianDraws, RU_15_c_a_king_that_has_the_main_road_to_itself_holds_out_five_moves) {
  for (const char* fen : {"W:WKc1,Ke1,Kg1:BKh8", "W:WKc1,Ke1,g1:BKh8", "W:WKc1,e1,g1:BKh8"}) {
    const WalkPlan five{.plies = 9, .men_step_at = {}, .allows = only_black_is_on_the_road};
    const WalkPlan more{.plies = 28, .men_step_at = {}, .allows = only_black_is_on_the_road};
    if (has_main_road()) expect_drawn_at_end(board(fen), five, rule());
    if (!has_main_road()) expect_going_on(board(fen), more);
  }
}

// Black leaves the road with ply 6 and is back with ply 8: White's five moves are the plies 9 to 17.
TEST_P(RussianDraws, RU_15_c_the_standing_on_the_road_must_not_be_interrupted) {
  if (!has_main_road()) return;
  const auto once_off = [](int ply, const Game& before, const MoveView& move, const Game& after) {
    if (ply != 6 && ply != 7) return only_black_is_on_the_road(ply, before, move, after);
    return black_keeps_off_the_road(ply, before, move, after) && !stands_on(after, first_seat, main_road);
  };
  expect_drawn_at_end(board("W:WKc1,Ke1,Kg1:BKh8"), {.plies = 17, .men_step_at = {}, .allows = once_off}, rule());
}

INSTANTIATE_TEST_SUITE_P(EveryGame, RussianDraws,
                         testing::Values(std::pair("russian", "RU-15"), std::pair("brazilian", "BR-15"),
                                         std::pair("spantsiretti", "SR-15")),
                         [](const auto& game) { return std::string(game.param.first); });

// SP, PT. The river is the diagonal from 1 to 32.

const std::set<std::string> river{"1", "5", "10", "14", "19", "23", "28", "32"};

class IberianDraws : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  static Board board(const char* fen) { return {GetParam().first, fen}; }
  static std::string rule(int number) { return GetParam().second + ("-" + std::to_string(number)); }
};

// White comes to the river at the given ply and not before; afterwards it may go where it likes.
WalkPlan to_the_river(int arrival, int plies) {
  const auto arrives = [arrival](int ply, const Game&, const MoveView&, const Game& after) {
    return ply > arrival || stands_on(after, first_seat, river) == (ply == arrival);
  };
  return {.plies = plies, .men_step_at = {}, .allows = arrives};
}

TEST_P(IberianDraws, PT_15_SP_15_three_kings_have_twelve_more_moves_once_one_has_come_to_the_river) {
  expect_drawn_at_end(board("W:WK2,K3,K4:BK31"), to_the_river(1, 25), rule(15));
  expect_drawn_at_end(board("W:WK2,K3,K4:BK31"), to_the_river(5, 29), rule(15));
}

TEST_P(IberianDraws, PT_15_SP_15_the_other_count_stops_while_this_one_is_running) {
  expect_drawn_at_end(board("W:WK2,K3,K4:BK31"), to_the_river(31, 55), rule(15));
}

TEST_P(IberianDraws, PT_14_SP_14_before_the_river_is_reached_the_other_count_runs) {
  expect_drawn_at_end(board("W:WK2,K3,K4:BK31"), to_the_river(41, 40), rule(14));
}

TEST_P(IberianDraws, PT_15_SP_15_is_about_three_kings_and_one_king) {
  expect_drawn_after(board("W:WK2,K3,K4,K8:BK31"), 40, rule(14));
  expect_drawn_after(board("W:WK2,K3:BK31"), 40, rule(14));
  expect_drawn_after(board("W:WK2,K3,4:BK31"), 40, rule(14));
}

INSTANTIATE_TEST_SUITE_P(BothGames, IberianDraws,
                         testing::Values(std::pair("spanish", "SP"), std::pair("portuguese", "PT")),
                         [](const auto& game) { return std::string(game.param.first); });

TEST(Portuguese, PT_14_counts_only_while_each_side_has_at_most_four_pieces_and_a_king) {
  const char* five_kings = "W:WK1,K2,K3,K4,K8:BK31,K32";
  expect_going_on({"portuguese", five_kings}, plan_of(80));
  expect_drawn_after({"spanish", five_kings}, 40, "SP-14");
  expect_drawn_after({"portuguese", "W:WK1,K2,K3,K4:BK31,K32,K30,K29"}, 40, "PT-14");
}

// PO, FR, FY, TU and the games without such a count

TEST(Pool, PO_15_the_lone_king_draws_with_its_thirteenth_move) {
  expect_drawn_after({"pool", "W:WK29,K30,K31:BK3"}, 26, "PO-15");
  expect_drawn_after({"pool", "B:WK29,K30,K31:BK3"}, 25, "PO-15");
  expect_drawn_after({"pool", "B:WK30:BK1,K2,K3"}, 26, "PO-15");
  expect_drawn_after({"pool", "W:WK29,K30:BK3"}, 30, "PO-14");
}

TEST(Frisian, FR_15_two_kings_have_seven_moves_and_one_king_two) {
  for (const auto& [id, rule] : {std::pair("frisian", "FR-15"), std::pair("frysk", "FY-15")}) {
    expect_drawn_after({id, "W:WK47,K48:BK4"}, 14, rule);
    expect_drawn_after({id, "B:WK47:BK3,K4"}, 14, rule);
    expect_drawn_after({id, "W:WK47:BK4"}, 4, rule);
    expect_drawn_after(walked({id, "W:WK47,K48:BK4"}, plan_of(6, 6)), 4, rule);
  }
  expect_drawn_after({"frisian", "W:WK47,K48,K49:BK4"}, 50, "FR-14");
}

TEST(Turkish, TU_15_two_moves_each_when_each_side_has_a_single_piece) {
  expect_drawn_after({"turkish", "W:WKa1:BKh8"}, 4, "TU-15");
  expect_drawn_at_end({"turkish", "W:Wa2:BKh8"}, {.plies = 4, .men_step_at = {1, 3}, .allows = {}}, "TU-15");
  expect_drawn_at_end({"turkish", "W:Wa2:Bh7"}, {.plies = 4, .men_step_at = {1, 2, 3, 4}, .allows = {}}, "TU-15");
  expect_drawn_after(walked({"turkish", "W:WKa1,Kb1:BKh8"}, plan_of(2, 2)), 4, "TU-15");
}

TEST(Turkish, TU_15_a_piece_under_attack_may_still_be_taken) {
  Board board{"turkish", "W:WKa1:BKc7"};
  board.play({"a1-a2", "c7-c8", "a2-c2"});
  ASSERT_FALSE(board->outcome().is_over);
  board.play({"c8xc1"});
  EXPECT_TRUE(is_won_by(*board, second_seat, "TU-12")) << "with the fourth ply: " << told(*board);
}

TEST(Italian, IT_15_CZ_15_TH_15_no_material_ends_the_game_by_itself) {
  expect_drawn_after({"italian", "W:WK32:BK1"}, 80, "IT-14");
  expect_drawn_after({"czech", "W:WKa1:BKf8"}, 30, "CZ-14");
  expect_drawn_after({"thai", "B:BK30:WK3"}, 50, "TH-14");
}

}  // namespace
}  // namespace crownstar::support
