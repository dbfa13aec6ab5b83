// Records of random games, of every game in the catalogue: what is written reads back equal.
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_source.hpp"
#include "rules/record/record_writer.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }

 private:
  std::mt19937 engine_;
};

// Plays on from `node`, with a variation of two moves here and there.
void play_on(GameRecord& record, int node, std::unique_ptr<Game> game, Dice& dice, int moves, bool is_main) {
  for (int ply = 0; ply < moves; ++ply) {
    const auto legal = game->legal_moves();
    ASSERT_TRUE(legal.has_value());
    if (legal->empty()) break;
    const MoveView& move = (*legal)[dice.below(legal->size())];
    const MoveView& other = (*legal)[dice.below(legal->size())];
    std::unique_ptr<Game> before = game->clone();
    const int parent = node;
    node = add_move(record, parent, *game, move);
    if (dice.below(5) == 0) record.node(node).nags.push_back(static_cast<int>(dice.below(10)));
    if (dice.below(5) == 0) record.node(node).comments.emplace_back("a remark");
    if (dice.below(5) == 0) record.node(node).clocks.push_back({ClockKind::remaining, {{1000 * ply}}});
    ASSERT_TRUE(game->play(move).has_value());
    if (is_main && dice.below(8) == 0) {
      const int variation = add_move(record, parent, *before, other);
      ASSERT_TRUE(before->play(other).has_value());
      play_on(record, variation, std::move(before), dice, 2, false);
    }
  }
  if (is_main) record.result = result_of(game->outcome());
}

GameRecord read_back(const std::string& text, const RecordSource& source) {
  PdnReader reader;
  reader.feed(text);
  EXPECT_EQ(reader.next(), PdnStep::needs_more);
  reader.finish();
  EXPECT_EQ(reader.next(), PdnStep::game) << to_text(reader.problem());
  auto read = read_record(reader.game(), source, "no game without its type");
  EXPECT_TRUE(read.has_value()) << text << to_text(read.error());
  if (!read) return {};
  EXPECT_TRUE(read->notes.empty()) << read->notes.front();
  return std::move(read->record);
}

void check_random_games(std::string_view token, const RecordSource& source, int games, int moves) {
  for (int round = 0; round < games; ++round) {
    Dice dice(static_cast<unsigned>(round));
    auto started = source.start(token);
    ASSERT_TRUE(started.has_value()) << token << to_text(started.error());
    GameRecord record = begin_record(**started, source);
    play_on(record, 0, *std::move(started), dice, moves, true);
    const std::string text = write_record(record);
    const GameRecord again = read_back(text, source);
    ASSERT_EQ(write_record(again), text);
    EXPECT_EQ(again.nodes.size(), record.nodes.size());
    EXPECT_EQ(again.result, record.result);
    EXPECT_EQ(again.token, record.token);
  }
}

TEST(RecordOfEveryGame, IsReadBackEqual) {
  const RecordSource source = catalog_source();
  ASSERT_FALSE(source.games.empty());
  for (const RecordedGame& game : source.games) {
    SCOPED_TRACE(game.id);
    EXPECT_GE(game_type_number(game.game_type), 20);
    check_random_games(game.id, source, 4, game.result_form == ResultForm::places ? 40 : 150);
  }
}

TEST(RecordOfEveryGame, HasATypeOfItsOwn) {
  const RecordSource source = catalog_source();
  for (const RecordedGame& game : source.games) {
    ASSERT_NE(source.find_number(game_type_number(game.game_type)), nullptr);
    EXPECT_EQ(source.find_number(game_type_number(game.game_type))->id, game.id);
  }
}

TEST(RecordOfEveryStar, IsReadBackEqual) {
  const RecordSource source = catalog_source();
  for (const std::string_view token :
       {"sternhalma:players=3,hop=super,places=first", "sternhalma:players=6,teams=opposite",
        "sternhalma:sets=3,hop=catapult,rest=anywhere", "sternhalma:players=4,board=181,hop=symmetric,rounds=9",
        "sternhalma:players=6,board=253,evacuate=5,win=own,goal=closed"}) {
    SCOPED_TRACE(token);
    check_random_games(token, source, 2, 40);
  }
}

TEST(RecordCatalog, TheTagOfASeatIsItsColourInPdnOrItsNumber) {
  const RecordSource source = catalog_source();
  const auto american = *start("american");
  GameRecord record = begin_record(*american, source);
  EXPECT_EQ(tag_of_seat(record, *american, 0), "Black") << "Red at the board";
  EXPECT_EQ(tag_of_seat(record, *american, 1), "White");
  const auto star = *start("sternhalma:players=3");
  EXPECT_EQ(tag_of_seat(begin_record(*star, source), *star, 2), "Seat3");
  const std::size_t tags = record.tags.size();
  record.set_tag("White", "Ann");
  EXPECT_EQ(record.tags.size(), tags);
  EXPECT_EQ(record.find_tag("White")->value, "Ann");
  record.set_tag("Termination", "normal");
  EXPECT_EQ(record.tags.back(), (RecordTag{"Termination", "normal"}));
}

TEST(RecordCatalog, EachGameTypeTurnsToLettersAndToNumbersAndBack) {
  EXPECT_EQ(game_type_with("21,B,8,8,N1,0", SquareNames::letters), "21,B,8,8,A3,0");
  EXPECT_EQ(game_type_with("20,W,10,10,N2,0", SquareNames::numbers), "20,W,10,10,N2,0");
  EXPECT_EQ(game_type_with("31", SquareNames::letters), "31") << "it names no notation";
  for (const CatalogEntry& entry : catalog()) {
    if (entry.family != Family::draughts) continue;
    const auto game = *start(entry.id);
    for (const SquareNames names : {SquareNames::letters, SquareNames::numbers}) {
      const std::string type = game_type_with(entry.game_type, names);
      const auto notation = notation_of(game->layout(), type);
      EXPECT_EQ(own_names(game->layout()) == names, !notation) << entry.id << " " << type;
    }
  }
}

}  // namespace
}  // namespace crownstar::game
