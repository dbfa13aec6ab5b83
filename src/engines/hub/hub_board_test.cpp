#include "engines/hub/hub_board.hpp"

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::hub {
namespace {

std::unique_ptr<game::Game> started(const std::string& token, const std::string& position = {}) {
  auto game = *game::start(token);
  if (!position.empty()) {
    const auto set = game->set_position(position);
    EXPECT_TRUE(set) << to_text(set.error());
  }
  return game;
}

TEST(HubBoard, WritesTheFirstPositionOfInternationalAsHubDoes) {
  const auto game = started("international");
  EXPECT_EQ(HubBoard(*game).position(*game), "W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w'));
}

TEST(HubBoard, HasThirtyTwoSquaresOnEightByEight) {
  const auto game = started("american");
  EXPECT_EQ(HubBoard(*game).position(*game), "B" + std::string(12, 'b') + std::string(8, 'e') + std::string(12, 'w'));
}

TEST(HubBoard, NumbersLettersRowByRowFromTheTop) {
  const auto game = started("russian", "W:Wa1,Kh2:Bb8,Kg7");
  const std::string text = HubBoard(*game).position(*game);
  EXPECT_EQ(text,
            "Wbeeeeee"
            "B" +
                std::string(19, 'e') + "Wweee");
}

// Spanish numbers run from the bottom right, Scan's from the top left.
TEST(HubBoard, NumbersAsScanDoesWhereItIsAsked) {
  const auto game = started("spanish", "W:WK32,1:B20");
  const HubBoard own(*game);
  const HubBoard scan(*game, HubSquares::scan);
  EXPECT_EQ(own.position(*game).find_first_of('w'), 1U);
  EXPECT_EQ(scan.position(*game).find_first_of('w'), 32U);
  EXPECT_EQ(own.find_move(*game, "1-5")->text, "1-5");
  EXPECT_EQ(scan.find_move(*game, "32-28")->text, "1-5");
  EXPECT_EQ(scan.move(*game->parse("1-5")), "32-28");
}

TEST(HubBoard, PositionsReadBackInEveryDraughtsGame) {
  for (const game::CatalogEntry& entry : game::catalog()) {
    if (entry.family != game::Family::draughts) continue;
    const auto game = started(entry.id);
    const HubBoard board(*game, entry.id.size() % 2 == 0 ? HubSquares::pdn : HubSquares::scan);
    for (int turn = 0; turn < 30 && !game->outcome().is_over; ++turn) {
      const auto text = board.position_text(board.position(*game));
      ASSERT_TRUE(text) << entry.id;
      const auto again = started(entry.id, *text);
      EXPECT_EQ(again->pieces(), game->pieces()) << entry.id;
      EXPECT_EQ(again->seat_to_move(), game->seat_to_move()) << entry.id;
      const auto moves = *game->legal_moves();
      for (const game::MoveView& move : moves) {
        const auto found = board.find_move(*game, board.move(move));
        ASSERT_TRUE(found) << entry.id << ": " << board.move(move) << ": " << to_text(found.error());
        EXPECT_EQ(found->text, move.text) << entry.id;
      }
      ASSERT_TRUE(game->play(moves[static_cast<std::size_t>(turn) % moves.size()]));
    }
  }
}

TEST(HubBoard, WritesCapturesWithTheCapturedSquaresAscendingAndReadsAnyOrder) {
  const auto game = started("international", "W:W28:B23,13,9,40");
  const HubBoard board(*game);
  const auto moves = *game->legal_moves();
  ASSERT_EQ(moves.size(), 1U);
  const std::string text = board.move(moves.front());
  EXPECT_TRUE(text.starts_with("28x")) << text;
  EXPECT_TRUE(board.find_move(*game, text));
  const std::size_t last = text.rfind('x');
  const std::size_t before = text.rfind('x', last - 1);
  const std::string swapped = text.substr(0, before) + text.substr(last) + text.substr(before, last - before);
  EXPECT_TRUE(board.find_move(*game, swapped)) << swapped;
  EXPECT_TRUE(board.find_move(*game, text.substr(0, text.find('x', 3)))) << "captured squares left out";
}

TEST(HubBoard, StarsAreWrittenAsTheyAre) {
  const auto game = started("sternhalma");
  const HubBoard board(*game);
  EXPECT_EQ(board.position(*game), game->position());
  const auto moves = *game->legal_moves();
  EXPECT_EQ(board.move(moves.front()), moves.front().text);
  EXPECT_TRUE(board.find_move(*game, moves.front().text));
}

TEST(HubBoard, RefusesWhatIsNoPositionAndNoMove) {
  const auto game = started("american");
  const HubBoard board(*game);
  for (const std::string& text : {std::string(), std::string("W"), "X" + std::string(32, 'e'),
                                  "W" + std::string(50, 'e'), "W" + std::string(31, 'e') + "q"}) {
    EXPECT_FALSE(board.position_text(text)) << text;
  }
  for (const std::string_view text : {"", "-", "x", "11", "11-", "11-99", "a3-b4", "9999999999999-1", "11--15"}) {
    EXPECT_FALSE(board.find_move(*game, text)) << text;
  }
}

}  // namespace
}  // namespace crownstar::hub
