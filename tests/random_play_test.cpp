// What every game of the catalogue keeps to by being in it: seeded games of any moves, played to the end through the
// runtime face, with the laws of support/game_laws.hpp held at many of their positions.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/game_laws.hpp"
#include "support/test_names.hpp"

namespace crownstar::support {
namespace {

// Each game as its id alone; and options of the star that change the board, the seats, the hops or the end.
std::vector<std::string> every_token() {
  std::vector<std::string> tokens;
  for (const game::CatalogEntry& entry : game::catalog()) tokens.push_back(entry.id);
  for (const char* const options :
       {"pieces=10,rounds=100", "players=3,hop=super,rounds=50", "players=6,teams=opposite,rounds=30",
        "players=4,board=181,hop=symmetric,goal=closed,rounds=20", "sets=3,rest=anywhere,hop=catapult,rounds=50",
        "players=3,sets=2,win=own,rounds=30", "players=6,board=253,evacuate=5", "players=6,places=first,rounds=20",
        "players=5,last-round=yes,rounds=20", "players=4,leave=stay,handicap=1-3+5-1,rounds=20", "sets=2,rounds=0"}) {
    tokens.push_back(std::string("sternhalma:") + options);
  }
  return tokens;
}

// Beyond any game that ends by itself; without a last round a race may go on for long.
constexpr int most_plies = 6000;

// Races are long and their positions rich: one says as much as many games of draughts.
int games_of(const std::string& token) { return token.starts_with("sternhalma") ? 2 : 40; }
int positions_to_a_look(const std::string& token) { return token.starts_with("sternhalma") ? 25 : 4; }

bool has_a_last_round(const std::string& token) { return !token.contains("rounds=0"); }

class RandomPlay : public testing::TestWithParam<std::string> {};

TEST_P(RandomPlay, keeps_the_laws_of_every_game) {
  Random random(20240301);
  int ended = 0;
  const int games = games_of(GetParam());
  for (int number = 0; number < games && !HasFailure(); ++number) {
    const auto started = game::start(GetParam());
    ASSERT_TRUE(started) << to_text(started.error());
    Game& game = **started;
    for (int ply = 0; ply < most_plies && !game.outcome().is_over && !HasFailure(); ++ply) {
      if (one_in(random, positions_to_a_look(GetParam()))) GameLaws(game, random).hold();
      const auto moves = game.legal_moves();
      ASSERT_TRUE(moves) << GetParam() << " at " << game.position();
      ASSERT_FALSE(moves->empty()) << GetParam() << " at " << game.position();
      ASSERT_TRUE(game.play(any_of(random, *moves))) << GetParam() << " at " << game.position();
      if (ply > 300 && !has_a_last_round(GetParam())) break;
    }
    GameLaws(game, random).hold();
    if (game.outcome().is_over) ++ended;
  }
  EXPECT_EQ(ended, has_a_last_round(GetParam()) ? games : 0) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(every_game, RandomPlay, testing::ValuesIn(every_token()),
                         [](const auto& each) { return test_name(each.param); });

std::vector<std::string> draughts_games() {
  std::vector<std::string> games;
  for (const game::CatalogEntry& entry : game::catalog()) {
    if (entry.family == game::Family::draughts) games.push_back(entry.id);
  }
  return games;
}

// Many kings, and men anywhere but on the rows at the edge; written with nothing but the labels of the layout.
std::string thrown_position(const Game& game, Random& random) {
  std::vector<const game::LayoutPoint*> open;
  for (const game::LayoutPoint& point : game.layout().points) {
    if (point.is_playable) open.push_back(&point);
  }
  std::ranges::shuffle(open, random);
  std::string text(1, one_in(random, 2) ? 'W' : 'B');
  for (const char side : {'W', 'B'}) {
    text += std::string(":") + side;
    const auto pieces = 1 + any_below(random, static_cast<int>(game.pieces().size()) / 2);
    for (int piece = 0; piece < pieces; ++piece) {
      const game::LayoutPoint& point = *open.back();
      open.pop_back();
      const bool is_king = point.goal_of != 0 || one_in(random, 2);
      text += (piece == 0 ? "" : ",") + std::string(is_king ? "K" : "") + point.label;
    }
  }
  return text;
}

class ThrownPositions : public testing::TestWithParam<std::string> {};

TEST_P(ThrownPositions, keep_the_laws_of_every_game) {
  Random random(20240302);
  const auto game = game::start(GetParam());
  ASSERT_TRUE(game) << to_text(game.error());
  int too_complex = 0;
  constexpr int positions = 300;
  for (int i = 0; i < positions && !HasFailure(); ++i) {
    const std::string text = thrown_position(**game::start(GetParam()), random);
    const auto begun = (*game)->set_position(text);
    ASSERT_TRUE(begun) << GetParam() << " " << text << ": " << to_text(begun.error());
    if ((*game)->legal_moves()) {
      GameLaws(**game, random).hold();
    } else {
      ++too_complex;
    }
  }
  EXPECT_LT(too_complex, positions / 20);
}

INSTANTIATE_TEST_SUITE_P(every_game, ThrownPositions, testing::ValuesIn(draughts_games()),
                         [](const auto& each) { return test_name(each.param); });

}  // namespace
}  // namespace crownstar::support
