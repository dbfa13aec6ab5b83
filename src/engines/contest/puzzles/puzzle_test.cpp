#include <algorithm>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/puzzles/deck.hpp"
#include "engines/contest/puzzles/puzzle_games.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::unique_ptr<search::Searcher> strongest() { return make_searcher(read_engine_spec("full,memory=8").value()); }

std::optional<Puzzle> found_in(const std::string& token, const std::string& position) {
  const auto game = game::start(token).value();
  EXPECT_TRUE(game->set_position(position).has_value());
  const auto searcher = strongest();
  return PuzzleFinder(*searcher, {.nodes = 5'000, .proof_nodes = 100'000}).find(*game).value();
}

TEST(PuzzleFinder, ShotsOfCarelessGamesCanBePlayed) {
  const auto searcher = strongest();
  const FinderTerms terms{.nodes = 5'000, .proof_nodes = 100'000};
  std::vector<Puzzle> all;
  for (std::uint64_t number = 0; number < 400 && all.size() < 2; ++number) {
    const auto line = careless_game("american", *searcher, 7, number);
    ASSERT_TRUE(line.has_value());
    for (Puzzle& puzzle : puzzles_in(*line, *searcher, terms).value()) all.push_back(std::move(puzzle));
  }
  ASSERT_GE(all.size(), 2U);
  for (const Puzzle& puzzle : all) {
    const auto checked = check_puzzle(puzzle);
    EXPECT_TRUE(checked.has_value()) << puzzle.position << ": " << base::to_text(checked.error());
    EXPECT_GE(puzzle.takes, puzzle.gives) << puzzle.position;
    const auto again = found_in(puzzle.game, puzzle.position);
    ASSERT_TRUE(again.has_value()) << puzzle.position;
    EXPECT_EQ(again->moves.front(), puzzle.moves.front());
  }
}

TEST(PuzzleFinder, WhereNothingOrEverythingWinsThereIsNoPuzzle) {
  EXPECT_FALSE(found_in("american", "B:W21-32:B1-12")) << "even";
  EXPECT_FALSE(found_in("american", "W:WK14,K15,K18,30:B5")) << "all moves win";
  EXPECT_FALSE(found_in("american", "B:B11,20:W15,30")) << "a capture that must be made";
}

TEST(PuzzleGames, TheSameSeedGivesTheSameGame) {
  const auto one = strongest();
  const auto other = strongest();
  const auto first = careless_game("russian", *one, 3, 5).value();
  EXPECT_EQ(first.moves, careless_game("russian", *other, 3, 5)->moves);
  EXPECT_NE(first.moves, careless_game("russian", *other, 3, 6)->moves);
  EXPECT_THAT(check_puzzle_game("sternhalma").error().reason, HasSubstr("draughts"));
  EXPECT_FALSE(check_puzzle_game("chess"));
}

TEST(Puzzle, ItsMovesArePlayedAndItsNumbersCounted) {
  const Puzzle good{"american", "W:W18,26:B14,1,3", {"18x9"}, 16, 0, 1};
  EXPECT_FALSE(check_puzzle({"american", "W:W18,26:B14,1,3", {}, 16, 0, 1})) << "no move";
  EXPECT_FALSE(check_puzzle({"american", "W:W18,26:B14,1,3", {"26-30"}, 16, 0, 0})) << "illegal";
  EXPECT_FALSE(check_puzzle({"american", "W:W18,26:B14,1,3", {"18x9", "3-7"}, 16, 0, 1})) << "ends with the reply";
  EXPECT_FALSE(check_puzzle({"american", "W:W18,26:B14,1,3", {"18x9"}, 16, 1, 1})) << "gives none";
  EXPECT_FALSE(check_puzzle({"american", "nothing", {"18x9"}, 16, 0, 1}));
  EXPECT_TRUE(check_puzzle(good).has_value());
}

TEST(Deck, IsReadAsItWasWritten) {
  const Puzzle one{"american", "W:W18,26:B14,6,5", {"18x9", "6x13", "26-22"}, 4096, 1, 1};
  const Puzzle other{"american:first=white", "B:B1:W32", {"1-5"}, 16, 0, 0};
  const std::string text = std::string(deck_head()) + write_puzzle(one) + write_puzzle(other);
  EXPECT_EQ(read_deck(text).value(), (std::vector<Puzzle>{one, other}));
  std::string of_windows;
  for (const char letter : text) of_windows += letter == '\n' ? "\r\n" : std::string(1, letter);
  EXPECT_THAT(read_deck(of_windows).value(), SizeIs(2));
  EXPECT_THAT(read_deck("").value(), IsEmpty());
}

TEST(Deck, AWrongLineIsNamed) {
  const std::string good = write_puzzle({"american", "W:W18:B14", {"18x9"}, 16, 0, 1});
  const std::string head(deck_head());
  EXPECT_THAT(read_deck("id,fen\n").error().reason, HasSubstr("line 1"));
  for (const std::string wrong : {"x\n", "00000000,american,W:W1:B2,1-5,16,0,0\n", "\"open,american\n",
                                  "a\"b,c,d,e,1,2,3\n", ",,,,,,\n", "a,b,c,d,1,2,3,4\n"}) {
    EXPECT_THAT(read_deck(head + good + wrong).error().reason, HasSubstr("line 3")) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::contest
