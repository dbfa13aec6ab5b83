#include "engines/contest/players/simple_player.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "engines/contest/contest_of_two_test.hpp"
#include "engines/search/whole_series_test.hpp"

namespace crownstar::contest {
namespace {

// What the player chooses with many seeds.
std::set<std::string> choices(SimplePlayer player, const std::string& token, const std::string& position) {
  std::set<std::string> moves;
  const auto searcher = make_simple_player(player);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    search::SearchRequest request;
    request.token = token;
    request.position = position;
    request.seed = seed;
    const auto result = searcher->search(request, {}, {});
    EXPECT_TRUE(result) << result.error().reason;
    if (!result) break;
    EXPECT_EQ(searcher->search(request, {}, {})->move, result->move) << "the same seed";
    moves.insert(result->move);
  }
  return moves;
}

// After 14-18 White takes 23x14.
constexpr const char* exposed = "B:W23,32:B14,6";

TEST(SimplePlayer, IsCarefulOfWhatCanBeTaken) {
  EXPECT_FALSE(choices(SimplePlayer::careful, "american", exposed).contains("14-18"));
  EXPECT_FALSE(choices(SimplePlayer::three, "american", exposed).contains("14-18"));
}

TEST(SimplePlayer, IsCarelessNowAndThen) {
  EXPECT_TRUE(choices(SimplePlayer::careless, "american", exposed).contains("14-18"));
  EXPECT_TRUE(choices(SimplePlayer::random, "american", exposed).contains("14-18"));
}

TEST(SimplePlayer, TakesTwoRatherThanOne) {
  const std::string position = "W:W26,25:B22,15,21,8";
  EXPECT_EQ(choices(SimplePlayer::careful, "american", position).size(), 1U);
  EXPECT_EQ(choices(SimplePlayer::random, "american", position).size(), 2U);
}

// Either gives a man and takes two: 14-18 23x14 10x17x26, or 15-18 22x15 10x19x26.
TEST(SimplePlayer, OfThreeHalfMovesSeesAShot) {
  const std::string position = "B:W22,23,32:B6,7,10,14,15";
  EXPECT_EQ(choices(SimplePlayer::three, "american", position), (std::set<std::string>{"14-18", "15-18"}));
  EXPECT_FALSE(choices(SimplePlayer::careful, "american", position).contains("14-18"));
}

TEST(SimplePlayer, HopsFarthestOnTheStar) {
  EXPECT_GT(choices(SimplePlayer::random, "sternhalma:pieces=10", "").size(), 10U);
  EXPECT_LT(choices(SimplePlayer::careful, "sternhalma:pieces=10", "").size(), 10U);
}

// Whoever begins.
TEST(SimplePlayer, ReachesTheGoalOfTheStarFromEitherSide) {
  ContestTerms terms;
  terms.a = *read_engine_spec("player=careful");
  terms.b = *read_engine_spec("player=careless");
  terms.game.token = "sternhalma:pieces=10";
  terms.game.most_moves = 150;
  terms.games = search::is_series_whole ? 4 : 2;
  const auto end = run_contest(terms, {});
  ASSERT_TRUE(end) << end.error().reason;
  EXPECT_EQ(end->tally.wins(), terms.games);
}

TEST(SimplePlayer, IsKnownByItsName) {
  EXPECT_EQ(*simple_player_named("three"), SimplePlayer::three);
  EXPECT_FALSE(simple_player_named("genius"));
}

}  // namespace
}  // namespace crownstar::contest
