// Draws by repetition and by counting quiet moves, in every draughts game: ids 13 and 14 of docs/rules.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/quiet_walk.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

struct DrawnGame {
  std::string id;
  std::string two_kings_each;  // a position in which nothing can be captured
  int occurrences = 0;
  std::string repetition_rule;
  int quiet_plies = 0;  // 0 where no count of quiet moves ends the game
  std::string quiet_rule;
};

void PrintTo(const DrawnGame& game, std::ostream* out) { *out << game.id; }

const std::vector<DrawnGame> games{
    {"american", "B:WK31,K32:BK1,K2", 3, "AM-15", 80, "AM-15"},
    {"flying-king", "W:WK31,K32:BK1,K2", 3, "FK-14", 40, "FK-13"},
    {"international", "W:WK46,K47:BK4,K5", 3, "IN-13", 50, "IN-14"},
    {"canadian", "W:WK67,K68:BK5,K6", 3, "CA-13", 50, "CA-14"},
    {"italian", "W:WK31,K32:BK1,K2", 4, "IT-13", 80, "IT-14"},
    {"spanish", "W:WK1,K2:BK31,K32", 3, "SP-13", 40, "SP-14"},
    {"portuguese", "W:WK1,K2:BK31,K32", 3, "PT-13", 40, "PT-14"},
    {"russian", "W:WKa1,Kc1:BKf8,Kh8", 3, "RU-13", 30, "RU-14"},
    {"brazilian", "W:WKa1,Kc1:BKf8,Kh8", 3, "BR-13", 30, "BR-14"},
    {"pool", "B:WK29,K30:BK3,K4", 3, "PO-13", 30, "PO-14"},
    {"czech", "W:WKa1,Kc1:BKf8,Kh8", 3, "CZ-13", 30, "CZ-14"},
    {"thai", "B:WK3,K4:BK29,K30", 3, "TH-13", 50, "TH-14"},
    {"turkish", "W:WKa1,Kb1:BKg8,Kh8", 3, "TU-13", 50, "TU-14"},
    {"frisian", "W:WK46,K47:BK4,K5", 3, "FR-13", 50, "FR-14"},
    {"frysk", "W:WK46,K47:BK4,K5", 3, "FY-13", 50, "FY-14"},
    {"spantsiretti", "W:WKa1,Kc1:BKh8,Kj8", 3, "SR-13", 30, "SR-14"},
    {"killer", "W:WK46,K47:BK4,K5", 3, "KI-13", 50, "KI-14"},
    {"antidraughts", "W:WK46,K47:BK4,K5", 3, "AD-13", 0, ""},
};

class Draws : public testing::TestWithParam<DrawnGame> {};

// The move that leads from `to` to `from`, where the side to move has it and can capture nothing.
std::optional<MoveView> quiet_move(const Game& game, Point from, Point to) {
  for (const MoveView& move : game.legal_moves().value()) {
    if (!move.captured.empty()) return std::nullopt;
    if (move.from() == from && move.to() == to) return move;
  }
  return std::nullopt;
}

// Four plies that bring a position back: each side moves a king and takes the move back. Empty where it fails.
std::vector<std::pair<Point, Point>> there_and_back(const Game& start) {
  for (const MoveView& first : start.legal_moves().value()) {
    const auto after_first = start.clone();
    if (!after_first->play(first)) continue;
    for (const MoveView& second : after_first->legal_moves().value()) {
      const std::vector<std::pair<Point, Point>> plies{{first.from(), first.to()},
                                                       {second.from(), second.to()},
                                                       {first.to(), first.from()},
                                                       {second.to(), second.from()}};
      const auto trial = start.clone();
      bool works = true;
      for (const auto& [from, to] : plies) {
        const auto move = works ? quiet_move(*trial, from, to) : std::nullopt;
        works = move && trial->play(*move);
      }
      if (works && trial->position() == start.position() && !trial->legal_moves().value().empty()) return plies;
    }
  }
  return {};
}

TEST_P(Draws, X_13_a_position_that_has_occurred_often_enough_draws) {
  const Board board{GetParam().id, GetParam().two_kings_each};
  const auto plies = there_and_back(*board);
  ASSERT_EQ(plies.size(), 4u);
  const int last = 4 * (GetParam().occurrences - 1);
  const auto game = board->clone();
  for (int ply = 0; ply < last; ++ply) {
    ASSERT_FALSE(game->outcome().is_over) << "ply " << ply << ", " << told(*game);
    const auto& [from, to] = plies[static_cast<std::size_t>(ply) % plies.size()];
    ASSERT_TRUE(game->play(quiet_move(*game, from, to).value()));
  }
  EXPECT_TRUE(is_draw_by(*game, GetParam().repetition_rule)) << told(*game);
  EXPECT_EQ(game->outcome().standings.at(0).place, 1);
  EXPECT_EQ(game->outcome().standings.at(1).place, 1);
  EXPECT_FALSE(game->outcome().reason.empty());
  EXPECT_TRUE(game->legal_moves().value().empty());
  EXPECT_FALSE(game->play(board.moves().front())) << "the game is over";
}

TEST_P(Draws, X_14_quiet_moves_are_counted_to_the_ply) {
  const Board board{GetParam().id, GetParam().two_kings_each};
  if (GetParam().quiet_plies == 0) {
    expect_going_on(board, {.plies = 150, .men_step_at = {}, .allows = {}});
  } else {
    expect_drawn_after(board, GetParam().quiet_plies, GetParam().quiet_rule);
  }
}

TEST_P(Draws, X_14_a_position_set_up_begins_with_every_count_at_nothing) {
  if (GetParam().quiet_plies == 0) return;
  const Board board{GetParam().id, GetParam().two_kings_each};
  Board walked_on = walked(board, {.plies = GetParam().quiet_plies - 1, .men_step_at = {}, .allows = {}});
  const Board read{GetParam().id, walked_on->position()};
  expect_going_on(read, {.plies = 10, .men_step_at = {}, .allows = {}});
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Draws, testing::ValuesIn(games), [](const auto& game) {
  return game.param.id == "flying-king" ? std::string("flying_king") : game.param.id;
});

TEST(DrawsTable, holds_every_draughts_game_but_breakthrough_which_knows_no_draw) {
  std::set<std::string> ids{"breakthrough"};
  for (const DrawnGame& game : games) ids.insert(game.id);
  for (const auto& entry : game::catalog()) {
    if (entry.family == game::Family::draughts) EXPECT_TRUE(ids.contains(entry.id)) << entry.id;
  }
}

// Italian: three occurrences are not enough.
TEST(Italian, IT_13_the_fourth_occurrence_draws) {
  Board board{"italian", "W:WK32:BK1"};
  for (int round = 1; round <= 3; ++round) {
    EXPECT_FALSE(board->outcome().is_over) << round;
    board.play({"32-28", "1-5", "28-32", "5-1"});
  }
  EXPECT_TRUE(is_draw_by(*board, "IT-13")) << told(*board);
}

// How far up the board a point lies.
long height(const Game& game, Point point) {
  return std::lround(game.layout().points.at(static_cast<std::size_t>(point)).y);
}

TEST(Turkish, TU_13_men_that_step_sideways_repeat_positions) {
  Board board{"turkish", "W:Wd2,h2:Bd7,h7"};
  board.play({"d2-e2", "d7-e7", "e2-d2", "e7-d7", "d2-e2", "d7-e7", "e2-d2"});
  EXPECT_FALSE(board->outcome().is_over) << told(*board);
  board.play({"e7-d7"});
  EXPECT_TRUE(is_draw_by(*board, "TU-13")) << told(*board);
}

TEST(Turkish, TU_14_a_mans_step_to_the_side_does_not_interrupt_the_count) {
  const auto sideways = [](int, const Game& before, const MoveView& move, const Game&) {
    const bool is_king = std::ranges::any_of(
        before.pieces(), [&](const PieceView& piece) { return piece.point == move.from() && piece.is_king; });
    return is_king || height(before, move.from()) == height(before, move.to());
  };
  expect_drawn_at_end({"turkish", "W:WKa1,a2:BKh8,h7"},
                      {.plies = 50, .men_step_at = {10, 11, 25, 49}, .allows = sideways}, "TU-14");
}

TEST(Turkish, TU_14_a_mans_step_forward_begins_the_count_anew) {
  const auto forward = [](int ply, const Game& before, const MoveView& move, const Game&) {
    return ply != 20 || height(before, move.from()) > height(before, move.to());  // Black's man goes down
  };
  const Board after = walked({"turkish", "W:WKa1,a2:BKh8,h7"}, {.plies = 20, .men_step_at = {20}, .allows = forward});
  expect_drawn_after(after, 50, "TU-14");
}

// Frisian: how often a king has just moved belongs to the position. Each side moves two kings in turn, out and back:
// after four moves of each the squares are those of the start, where no king had moved yet; the position after the
// first move of both is the first one to come again.
TEST(Frisian, FR_13_the_count_of_a_kings_moves_is_part_of_the_position) {
  for (const char* id : {"frisian", "frysk"}) {
    Board board{id, "W:W35,K46,K49:B15,K2,K4"};
    const std::string rule = std::string(id) == "frisian" ? "FR-13" : "FY-13";
    for (int round = 1; round <= 2; ++round) {
      board.play({"46-41", "2-8", "49-44", "4-9", "41-46", "8-2", "44-49", "9-4"});
    }
    EXPECT_FALSE(board->outcome().is_over) << "the squares for the third time: " << told(*board);
    board.play({"46-41"});
    EXPECT_FALSE(board->outcome().is_over) << told(*board);
    board.play({"2-8"});
    EXPECT_TRUE(is_draw_by(*board, rule)) << told(*board);
  }
}

TEST(Breakthrough, BT_14_long_play_without_a_capture_goes_on) {
  const Board board{"breakthrough", "W:W46,47,48,49,50:B1,2,3,4,5"};
  expect_going_on(board, {.plies = 8, .men_step_at = {1, 2, 3, 4, 5, 6, 7, 8}, .allows = {}});
}

}  // namespace
}  // namespace crownstar::support
