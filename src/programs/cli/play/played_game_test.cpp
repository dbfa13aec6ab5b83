#include "programs/cli/play/played_game.hpp"

#include <string_view>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

PlayedGame table_of(std::string_view token) { return PlayedGame(*game::start(token)); }

void play_all(PlayedGame& table, std::initializer_list<std::string_view> moves) {
  for (const std::string_view text : moves) {
    const auto move = table.game().parse(text);
    ASSERT_TRUE(move) << text << ": " << base::to_text(move.error());
    ASSERT_TRUE(table.play(*move)) << text;
  }
}

bool anybody(int) { return true; }

// FK-11: a captured piece stays with the player who took it.
TEST(PlayedGame, FK_11_KeepsWhatEachSeatHasCaptured) {
  PlayedGame table = table_of("american");
  play_all(table, {"11-15", "22-18", "15x22", "25x18"});
  ASSERT_EQ(table.captured().size(), 2U);
  ASSERT_EQ(table.captured()[0].size(), 1U);
  EXPECT_EQ(table.captured()[0][0].seat, 1);
  ASSERT_EQ(table.captured()[1].size(), 1U);
  EXPECT_EQ(table.captured()[1][0].seat, 0);
}

TEST(PlayedGame, TakingBackRestoresPositionHistoryAndCaptures) {
  PlayedGame table = table_of("american");
  play_all(table, {"11-15", "22-18"});
  const std::string position = table.game().position();
  const std::uint64_t key = table.game().key();
  play_all(table, {"15x22", "25x18"});
  const auto is_red = [](int seat) { return seat == 0; };
  ASSERT_TRUE(table.take_back(is_red));
  EXPECT_EQ(table.game().position(), position);
  EXPECT_EQ(table.game().key(), key);
  EXPECT_TRUE(table.captured()[0].empty());
  EXPECT_TRUE(table.captured()[1].empty());
  EXPECT_TRUE(table.take_back(is_red));
  EXPECT_EQ(table.turns(), 0U);
  EXPECT_FALSE(table.take_back(is_red)) << "nothing is left to take back";
}

TEST(PlayedGame, AResignationEndsAGameOfTwoAndCanBeTakenBack) {
  PlayedGame table = table_of("american");
  play_all(table, {"11-15"});
  ASSERT_TRUE(table.resign());
  EXPECT_TRUE(table.game().outcome().is_over);
  EXPECT_EQ(table.game().outcome().standings[0].place, 1);
  EXPECT_FALSE(table.resign()) << "the game is over";
  ASSERT_TRUE(table.take_back(anybody));
  EXPECT_FALSE(table.game().outcome().is_over);
  EXPECT_EQ(table.turns(), 1U);
}

TEST(PlayedGame, TheRecordHoldsPlayersMovesAndResult) {
  PlayedGame table = table_of("american");
  play_all(table, {"11-15", "22-18", "15x22"});
  ASSERT_TRUE(table.resign());
  const auto record = table.record({"Ann", "Bob"}, "2024.05.31");
  ASSERT_TRUE(record);
  EXPECT_NE(record->find("[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"1-0\"]"), std::string::npos) << *record;
  EXPECT_NE(record->find("[Date \"2024.05.31\"]"), std::string::npos);
  EXPECT_NE(record->find("1. 11-15 22-18 2. 15x22 *"), std::string::npos) << *record;
}

TEST(PlayedGame, ARecordOfAStarNamesItsSeats) {
  PlayedGame table = table_of("sternhalma:players=3");
  play_all(table, {"d5-e5", "j5-i5"});
  const auto record = table.record({"Ann", "Bob", "Cid"}, "2024.05.31");
  ASSERT_TRUE(record);
  EXPECT_NE(record->find("[Seat1 \"Ann\"]\n[Seat2 \"Bob\"]\n[Seat3 \"Cid\"]"), std::string::npos) << *record;
  EXPECT_NE(record->find("[OptionPlayers \"3\"]"), std::string::npos);
}

TEST(PlayedGame, NoRecordWhereTheOthersPlayedOnAfterAResignation) {
  PlayedGame table = table_of("sternhalma:players=3");
  ASSERT_TRUE(table.resign());
  ASSERT_FALSE(table.game().outcome().is_over);
  EXPECT_TRUE(table.record({"a", "b", "c"}, "?"));
  play_all(table, {"j5-i5"});
  const auto record = table.record({"a", "b", "c"}, "?");
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().reason.find("resigned"), std::string::npos);
}

}  // namespace
}  // namespace crownstar::cli
