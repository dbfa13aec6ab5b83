#include "engines/contest/review.hpp"

#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::contest {
namespace {

game::GameRecord record_of(const std::string& token, const std::string& start, const std::vector<std::string>& moves) {
  auto game = *game::start(token);
  if (!start.empty()) EXPECT_TRUE(game->set_position(start));
  game::GameRecord record = game::begin_record(*game, game::catalog_source());
  record.start = start;
  int last = 0;
  for (const std::string& text : moves) {
    const auto move = game->parse(text);
    EXPECT_TRUE(move) << text;
    if (!move) break;
    last = game::add_move(record, last, *game, *move);
    EXPECT_TRUE(game->play(*move));
  }
  return record;
}

std::vector<ReviewedMove> reviewed(const game::GameRecord& record, std::uint64_t nodes = 3000) {
  const auto searcher = search::make_searcher();
  ReviewTerms terms;
  terms.limits.nodes = nodes;
  auto moves = review(record, *searcher, terms);
  EXPECT_TRUE(moves) << moves.error().reason;
  return moves ? *std::move(moves) : std::vector<ReviewedMove>{};
}

// 18-14 gives a man for nothing: 9x18, and nobody takes back.
TEST(Review, MarksAGivenManAndShowsWhatWasBetter) {
  const auto moves = reviewed(record_of("american", "W:W18,27,31,32:B1,2,9,10", {"18-14", "9x18"}));
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[0].mark, Mark::blunder);
  ASSERT_FALSE(moves[0].better.empty());
  EXPECT_NE(moves[0].better.front(), "18-14");
  EXPECT_GT(moves[0].best.hundredths, moves[0].played.hundredths);
  EXPECT_EQ(moves[1].mark, Mark::good);
}

TEST(Review, AWinAtTheEndIsCountedBackwards) {
  const auto moves = reviewed(record_of("american", "B:WK1:B5,6,7", {"6-10"}));
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].node, 1);
  const auto taken = reviewed(record_of("american", "W:W18:B14", {"18x9"}));
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_TRUE(taken[0].is_only);
  EXPECT_EQ(taken[0].played.plies_to_end, 1);
  EXPECT_EQ(taken[0].mark, Mark::good);
}

TEST(Review, IsTheSameTwice) {
  const auto record = record_of("russian", "", {"c3-d4", "d6-c5", "b2-c3", "f6-g5"});
  const auto first = reviewed(record, 500);
  const auto again = reviewed(record, 500);
  ASSERT_EQ(first.size(), 4U);
  for (std::size_t number = 0; number < first.size(); ++number) {
    EXPECT_EQ(first[number].played, again[number].played);
    EXPECT_EQ(first[number].better, again[number].better);
    EXPECT_LE(first[number].played.hundredths, first[number].best.hundredths);
  }
}

TEST(Review, AStarOfTwoIsGoneOverAndOneOfThreeIsRefused) {
  const auto game = *game::start("sternhalma");
  const auto star = record_of("sternhalma", "", {game->legal_moves()->front().text});
  EXPECT_EQ(reviewed(star, 100).size(), 1U);
  const auto searcher = search::make_searcher();
  EXPECT_FALSE(review(record_of("sternhalma:players=3", "", {}), *searcher, {}));
}

TEST(Review, StopsWhenTold) {
  const auto searcher = search::make_searcher();
  ReviewTerms terms;
  terms.limits.nodes = 1000;
  terms.stop.stop();
  EXPECT_FALSE(review(record_of("american", "", {"11-15"}), *searcher, terms));
}

TEST(Review, ScoresTurnRoundWithTheSide) {
  search::Score won_in_five;
  won_in_five.hundredths = 999'995;
  won_in_five.plies_to_end = 5;
  const search::Score seen = seen_from_the_other_side(won_in_five);
  EXPECT_EQ(seen.hundredths, -999'994);
  EXPECT_EQ(seen.plies_to_end, -6);
  EXPECT_EQ(seen_from_the_other_side(seen).plies_to_end, 7);
  EXPECT_DOUBLE_EQ(expected_result(0, 90), 0.5);
  EXPECT_NEAR(expected_result(90, 90) + expected_result(-90, 90), 1, 1e-12);
}

}  // namespace
}  // namespace crownstar::contest
