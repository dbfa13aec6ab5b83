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
