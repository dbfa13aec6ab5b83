// How the levels play for people: every level ends what is won and walks no king to and fro, and somebody who has just
// learned the rules wins against the weakest.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engines/contest/contest_of_two_test.hpp"
#include "engines/search/whole_series_test.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

struct Ending {
  std::string token;
  std::string position;  // the side to move wins
};

const std::vector<Ending>& endings() {
  static const std::vector<Ending> all{
      {"american", "W:WK14,K15,K18:BK28"},
      {"american", "W:WK26,K31:B5"},
      {"american", "W:W21,22,27,K18:B3,12"},
      {"american", "W:W21,22,25,29,30:B1,4"},
      {"american", "W:W21,22,23,24,31,32:B1,2,3"},
      {"american", "W:WK30,K31,25,26:BK3,5"},
      {"flying-king", "W:WK30,K31,25,26:B3,5"},
      {"flying-king", "W:W21,22,23,24,31,32:B1,2,3"},
      {"flying-king", "W:W21,22,27,K18:B3,12"},
      {"international", "W:W31,32,37,K28:B5,15"},
      {"international", "W:W36,37,38,39,40,46,47:B1,2,3"},
  };
  return all;
}

struct Played {
  bool has_won = false;
  int half_moves = 0;
};

Played play(const Ending& ending, const std::string& winner, const std::string& loser, std::uint64_t seed) {
  GameTerms terms;
  terms.token = ending.token;
  const EngineSpec stronger = *read_engine_spec(winner);
  const EngineSpec weaker = *read_engine_spec(loser);
  const auto first = make_searcher(stronger);
  const auto second = make_searcher(weaker);
  const auto game = *game::start(ending.token);
  EXPECT_TRUE(game->set_position(ending.position)) << ending.position;
  const auto seat = static_cast<std::size_t>(game->seat_to_move());
  std::vector<EngineSeat> seats(2);
  seats[seat] = {first.get(), &stronger, {}};
  seats[1 - seat] = {second.get(), &weaker, {}};
  const auto played = run_game(terms, {ending.position, {}}, seats, seed);
  EXPECT_TRUE(played) << played.error().reason;
  if (!played) return {};
  return {!played->is_undecided && played->places[seat] == 1, played->plies};
}

// The levels above look farther, and are as quick.
TEST(WonEndings, AreWonByEveryLevelWithinFortyMoves) {
  constexpr int most_half_moves = 80;
  constexpr std::uint64_t seeds = search::is_series_whole ? 4 : 1;
  for (const Ending& ending : endings()) {
    for (const char* level : {"first-steps", "learner", "beginner", "casual", "attentive", "steady", "practised"}) {
      for (const char* loser : {"player=careful", "practised"}) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
          const auto [has_won, half_moves] = play(ending, level, loser, seed);
          EXPECT_TRUE(has_won) << ending.token << " " << ending.position << " " << level << " " << loser << " " << seed;
          EXPECT_LE(half_moves, most_half_moves)
              << ending.token << " " << ending.position << " " << level << " " << loser << " " << seed;
        }
      }
    }
  }
}

// Of `games` between the weakest level and a simple player.
ContestResult against_first_steps(const std::string& token, const std::string& player, int games) {
  ContestTerms terms;
  terms.a = *read_engine_spec("first-steps");
  terms.b = *read_engine_spec(player);
  terms.game.token = token;
  terms.starts = "random";
  terms.games = games;
  terms.seed = 3;
  auto end = run_contest(terms, {});
  EXPECT_TRUE(end) << end.error().reason;
  if (!end) return ContestResult();
  return *std::move(end);
}

// Of a series of so many games the whole is played, or enough to see that it can be.
int games_of(int whole) { return search::is_series_whole ? whole : 2; }

TEST(WeakestLevel, LosesQuicklyToACarefulBeginnerAndHalfTheTimeToACarelessOne) {
  const int games = games_of(20);
  const int more_games = games_of(100);  // half is less far from what is measured
  for (const char* game : {"american", "flying-king", "international"}) {
    const ContestResult careful = against_first_steps(game, "player=careful", games);
    const ContestResult careless = against_first_steps(game, "player=careless", more_games);
    if (!search::is_series_whole) continue;
    EXPECT_GE(careful.tally.losses(), 14) << game;
    EXPECT_LE(careful.plies, 80U * static_cast<unsigned>(games)) << game;
    EXPECT_GE(careless.tally.losses(), more_games / 2) << game;
  }
}

TEST(WeakestLevel, LosesOnTheStarToo) {
  const int games = games_of(20);
  const ContestResult careful = against_first_steps("sternhalma:pieces=10", "player=careful", games);
  const ContestResult careless = against_first_steps("sternhalma:pieces=10", "player=careless", games);
  if (!search::is_series_whole) return;
  EXPECT_GE(careful.tally.losses(), 14);
  EXPECT_GE(careless.tally.losses(), games / 2);
  EXPECT_GT(careless.tally.wins(), 0) << "it is no walkover";
}

}  // namespace
}  // namespace crownstar::contest
