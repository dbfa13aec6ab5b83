// Searches of many games: names and positions that most of them have are found the same way as rare ones.
#include "site/collections/index_search.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "rules/catalog/catalog.hpp"
#include "site/collections/game_entry.hpp"
#include "site/collections/game_index.hpp"
#include "site/collections/moves_of_game.hpp"
#include "site/collections/position_hash.hpp"

namespace crownstar::collections {
namespace {

using testing::ElementsAre;

const SidesOfTwo sides{"Black", "White"};

struct Played {
  std::string black;
  std::string white;
  std::string winner;
  std::vector<std::string> moves;
};

GameEntry entry_of(const Played& played) {
  GameEntry entry;
  entry.token = "american";
  entry.event = "club";
  entry.date = "1931";
  entry.players = {{"Black", played.black}, {"White", played.white}};
  entry.result = "*";
  entry.winner = played.winner;
  const auto game = *game::start("american");
  std::string all;
  for (const std::string& move : played.moves) {
    entry.positions.push_back({position_hash(*game), move});
    EXPECT_TRUE(game->play(*game->parse(move)));
    all += move;
  }
  entry.positions.push_back({position_hash(*game), {}});
  entry.identity = static_cast<std::int64_t>(std::hash<std::string>()(played.black + played.white + all));
  return entry;
}

class ManyGames : public testing::Test {
 protected:
  void SetUp() override {
    name_ = testing::TempDir() + "many-" + std::to_string(::getpid()) + ".db";
    std::filesystem::remove(name_);
  }
  void TearDown() override { std::filesystem::remove(name_); }

  void add(const std::vector<Played>& games) {
    auto writer = GameIndexWriter::open(name_);
    ASSERT_TRUE(writer) << writer.error().reason;
    for (const Played& each : games) ASSERT_TRUE((*writer)->add(entry_of(each), "games.pdn", 1));
    ASSERT_TRUE((*writer)->finish());
  }
  std::vector<std::int64_t> numbers(const IndexQuery& query) {
    auto file = open_index(name_);
    EXPECT_TRUE(file);
    std::vector<std::int64_t> found;
    IndexSearch search(*file, query);
    search.each({.most = 1000}, [&](const FoundGame& game) { found.push_back(game.number); });
    EXPECT_EQ(search.count(), std::ssize(found));
    EXPECT_TRUE(file->check());
    return found;
  }

  std::string name_;
};

// `a` is in every name, `x` in one.
TEST_F(ManyGames, AreFoundByAnyPartOfAName) {
  std::vector<Played> games;
  for (int i = 0; i < 40; ++i) {
    games.push_back(
        {"Ann " + std::to_string(i), i == 7 ? "Maxim" : "Paul", "draw", {"11-15", i % 2 == 0 ? "23-19" : "22-18"}});
  }
  add(games);
  EXPECT_EQ(numbers({.players = {"a"}}).size(), 40U);
  EXPECT_EQ(numbers({.players = {"A", "paul"}}).size(), 39U);
  EXPECT_THAT(numbers({.players = {"x"}}), ElementsAre(8));
  EXPECT_THAT(numbers({.players = {"a", "x"}}), ElementsAre(8));
  EXPECT_EQ(numbers({.white = "pa"}).size(), 39U);
  EXPECT_THAT(numbers({.black = "pa"}), ElementsAre());
  EXPECT_THAT(numbers({.white = "x", .black = "a"}), ElementsAre(8));
  EXPECT_THAT(numbers({.players = {"q"}}), ElementsAre());
}

std::vector<std::string> told(const std::vector<FoundMove>& moves) {
  std::vector<std::string> lines;
  for (const FoundMove& each : moves) {
    lines.push_back(each.move + " " + std::to_string(each.games) + " " + std::to_string(each.first_wins) + " " +
                    std::to_string(each.draws) + " " + std::to_string(each.second_wins));
  }
  return lines;
}

// More than 10,000 came to the start: what was played there is counted when they are added.
TEST_F(ManyGames, HaveTheirMovesCounted) {
  std::vector<Played> games;
  for (int i = 0; i < 10'100; ++i) {
    const std::string winner = i % 5 == 0 ? "White" : i % 5 == 1 ? "draw" : i % 5 == 2 ? "" : "Black";
    games.push_back({"Ann", std::to_string(i), winner, {i % 10 == 0 ? "9-14" : "11-15"}});
  }
  games.push_back(games.front());  // repeats it
  add(games);
  const std::int64_t start = position_hash(**game::start("american"));
  const auto check = [&](const std::vector<std::string>& wanted) {
    auto file = open_index(name_);
    ASSERT_TRUE(file);
    for (const IndexQuery& query : {IndexQuery(), IndexQuery{.game = "american"}, IndexQuery{.positions = {start}}}) {
      IndexSearch search(*file, query);
      const auto counted = search.counted_moves(start, sides);
      ASSERT_TRUE(counted);
      EXPECT_EQ(told(*counted), wanted);
      EXPECT_EQ(told(search.moves_in(start, sides)), wanted);
      const auto turned = search.counted_moves(start, {"White", "Black"});
      EXPECT_EQ(told(*turned), told(search.moves_in(start, {"White", "Black"})));
    }
    // Whatever else is asked is counted anew.
    for (const IndexQuery& query : {IndexQuery{.players = {"ann"}}, IndexQuery{.plies = {1, {}}},
                                    IndexQuery{.opening = {start}}, IndexQuery{.positions = {start, start + 1}}}) {
      EXPECT_FALSE(IndexSearch(*file, query).counted_moves(start, sides));
    }
    EXPECT_FALSE(IndexSearch(*file, {}).counted_moves(start + 1, sides)) << "few came to it";
    EXPECT_TRUE(file->check());
  };
  check({"11-15 9090 4040 2020 1010", "9-14 1010 0 0 1010"});
  add({{"Ben", "new", "Black", {"12-16"}}, {"Ben", "other", "draw", {"9-14"}}, games[1]});
  check({"11-15 9090 4040 2020 1010", "9-14 1011 0 1 1010", "12-16 1 1 0 0"});
}

// A game that comes back to a position and makes the same move counts once.
TEST_F(ManyGames, CountOnceForAMove) {
  std::vector<Played> games;
  for (int i = 0; i < 3; ++i) games.push_back({"Ann", std::to_string(i), "draw", {"11-15", "23-19"}});
  add(games);
  auto file = open_index(name_);
  const auto game = *game::start("american");
  ASSERT_TRUE(game->play(*game->parse("11-15")));
  IndexSearch search(*file, {});
  EXPECT_EQ(told(search.moves_in(position_hash(*game), sides)), std::vector<std::string>({"23-19 3 0 3 0"}));
  EXPECT_EQ(told(search.moves_in(position_hash(*game), sides, 2)), std::vector<std::string>({"23-19 2 0 2 0"}));
  MovesOfGame moves;
  EXPECT_TRUE(moves.is_first(1, 5));
  EXPECT_TRUE(moves.is_first(1, 6));
  EXPECT_FALSE(moves.is_first(1, 5));
  EXPECT_TRUE(moves.is_first(2, 5));
}

}  // namespace
}  // namespace crownstar::collections
