#include <initializer_list>
#include <memory>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::unique_ptr<Game> at(std::string_view token, std::string_view position) {
  auto game = *start(token);
  EXPECT_TRUE(game->set_position(position));
  return game;
}

void play_all(Game& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const auto move = game.parse(text);
    ASSERT_TRUE(move) << text;
    ASSERT_TRUE(game.play(*move));
  }
}

TEST(DrawCounts, NothingCountsAtTheStart) {
  EXPECT_THAT((*start("american"))->draw_counts(), IsEmpty());
  EXPECT_THAT((*start("sternhalma"))->draw_counts(), IsEmpty());
}

// AM-15: forty moves of each side without a capture or a man's move, or the third time of a position.
TEST(DrawCounts, QuietMovesAndAPositionThatOccursAgain) {
  const auto game = at("american", "B:WK32:BK1");
  play_all(*game, {"1-5", "32-28"});
  EXPECT_THAT(game->draw_counts(), ElementsAre(DrawCount{"AM-15", "quiet", 1, 40}));
  play_all(*game, {"5-1", "28-32"});
  EXPECT_THAT(game->draw_counts(),
              ElementsAre(DrawCount{"AM-15", "quiet", 2, 40}, DrawCount{"AM-15", "repetition", 2, 3}));
}

// CC-19: the third time of a position, or the last round.
TEST(DrawCounts, OfAStarRoundsAndAPositionThatOccursAgain) {
  const auto game = *start("sternhalma:pieces=10,rounds=5");
  play_all(*game, {"d5-e5", "n10-m9"});
  EXPECT_THAT(game->draw_counts(), ElementsAre(DrawCount{"CC-19", "rounds", 1, 5}));
  play_all(*game, {"e5-d5"});
  EXPECT_THAT(game->draw_counts(), ElementsAre(DrawCount{"CC-19", "rounds", 1, 5}))
      << "a round is over when all have had a turn";
  play_all(*game, {"m9-n10"});
  EXPECT_THAT(game->draw_counts(),
              ElementsAre(DrawCount{"CC-19", "repetition", 2, 3}, DrawCount{"CC-19", "rounds", 2, 5}));
  play_all(*game, {"d5-e5", "n10-m9", "e5-d5", "m9-n10"});
  EXPECT_TRUE(game->outcome().is_draw);
  EXPECT_THAT(game->draw_counts(), IsEmpty());
}

// CC-20: only as long as there is still a piece in the start of whoever is to move.
TEST(DrawCounts, OfAStarTheTurnsToLeaveTheStart) {
  const auto game = *start("sternhalma:pieces=10,evacuate=3,rounds=0");
  EXPECT_THAT(game->draw_counts(), IsEmpty());
  play_all(*game, {"d5-e5", "n10-m9"});
  EXPECT_THAT(game->draw_counts(), ElementsAre(DrawCount{"CC-20", "evacuate", 1, 3}));
  play_all(*game, {"e5-f5", "m9-l8"});
  EXPECT_THAT(game->draw_counts(), ElementsAre(DrawCount{"CC-20", "evacuate", 2, 3}));
  EXPECT_FALSE(game->outcome().is_over) << "the third turn decides";
}

TEST(DrawCounts, AGameThatIsOverCountsNoMore) {
  const auto game = at("american", "B:WK32:BK1");
  play_all(*game, {"1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32"});
  EXPECT_TRUE(game->outcome().is_draw);
  EXPECT_THAT(game->draw_counts(), IsEmpty());
}

// A count of one kind of ending is one short of its limit right before it draws the game.
TEST(DrawCounts, AnEndingThatHasItsOwnLimit) {
  int drawn = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::minstd_rand random(seed);
    const auto game = at("international", "W:WK1:BK50");
    DrawCount last;
    while (!game->outcome().is_over) {
      for (const DrawCount& count : game->draw_counts()) {
        if (count.topic == "material") last = count;
      }
      const auto legal = *game->legal_moves();
      ASSERT_TRUE(game->play(legal[random() % legal.size()]));
    }
    if (!game->outcome().is_draw || game->outcome().rule != last.rule) continue;
    ++drawn;
    EXPECT_EQ(last.limit, 5);
    EXPECT_EQ(last.made, 4);
  }
  EXPECT_GT(drawn, 0);
}

}  // namespace
}  // namespace crownstar::game
