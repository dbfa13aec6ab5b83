// Records of real games of draughts, in the writings that files use.
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_writer.hpp"
#include "rules/record/recorded_position.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string written(std::string_view text) {
  static const RecordSource source = catalog_source();
  PdnReader reader;
  reader.feed(text);
  PdnStep step = reader.next();
  if (step == PdnStep::needs_more) reader.finish();
  if (step == PdnStep::needs_more) step = reader.next();
  if (step == PdnStep::problem) return to_text(reader.problem());
  EXPECT_EQ(step, PdnStep::game) << text;
  const auto read = read_record(reader.game(), source);
  return read ? write_record(read->record) : to_text(read.error());
}

// The moves alone; and what is written reads back and is written the same.
std::string moves_of(std::string_view text) {
  std::string record = written(text);
  if (record.starts_with("line ")) return record;
  EXPECT_EQ(written(record), record);
  return record.substr(record.find("\n\n") + 2);
}

TEST(DraughtsRecord, AmericanIsWhatHasNoTypeAndFitsIt) {
  EXPECT_THAT(written("1. 11-15 23-19"), HasSubstr("[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 23-19 *\n"));
}

TEST(DraughtsRecord, WritesTheResultOfTheGamesForm) {
  EXPECT_THAT(written("[GameType \"20\"] 32-28 1-0"), HasSubstr("[Result \"2-0\"]"));
  EXPECT_THAT(written("[GameType \"27\"] 1/2-1/2"), HasSubstr("[Result \"1-1\"]"));
  EXPECT_THAT(written("[GameType \"40\"] 2-0"), HasSubstr("[Result \"1-0\"]")) << "PDN 3.0 since 2014";
}

TEST(DraughtsRecord, ReadsNumbersInEveryWriting) {
  EXPECT_EQ(moves_of("1. 1115 23 - 19 08- 11 22 -17"), "1. 11-15 23-19 2. 8-11 22-17 *\n");
  EXPECT_EQ(moves_of("11-15 22-18 15:22 25x18"), "1. 11-15 22-18 2. 15x22 25x18 *\n");
  EXPECT_EQ(moves_of("11-15 22-18 15-22"), "1. 11-15 22-18 2. 15x22 *\n") << "a capture written as a step";
}

TEST(DraughtsRecord, WritesTheWholePathOnlyWhereItIsNeeded) {
  const std::string one_way = "[FEN \"B:WK32,14,22:B9\"] 9x18x25 *";
  EXPECT_EQ(moves_of(one_way), "1. 9x25 *\n");
  const std::string two_ways = "[GameType \"21\"][FEN \"B:W6,7,14,15,31:B2\"] ";
  EXPECT_EQ(moves_of(two_ways + "2x18 *"), "1. 2x9x18 *\n") << "either lets the rest be played: the first, with a note";
  EXPECT_EQ(moves_of(two_ways + "2x9x18 *"), "1. 2x9x18 *\n");
  EXPECT_EQ(moves_of(two_ways + "2x11x18 *"), "1. 2x11x18 *\n");
}

TEST(DraughtsRecord, ReadsLettersInEveryWriting) {
  EXPECT_EQ(
      moves_of("[GameType \"25\"] 1. c3-d4 d6e5 2. bc3 e7-d6 3. ef4 ba5 4. f2 - e3 cb6 5. c1b2 b6c5 6. d4xb6 a:c7"),
      "1. c3-d4 d6-e5 2. b2-c3 e7-d6 3. e3-f4 b6-a5 4. f2-e3 c7-b6 5. c1-b2 b6-c5\n6. d4:b6 a5:c7 *\n");
}

TEST(DraughtsRecord, ReadsNumbersInGamesOfLetters) {
  EXPECT_EQ(moves_of("[GameType \"25\"][FEN \"W:W21-32:B1-12.\"] 22-18 10-15"), "1. c3-d4 d6-e5 *\n");
  EXPECT_THAT(written("[GameType \"25\"][FEN \"W:WK32,21:BK 1\"] *"), HasSubstr("[FEN \"W:WKg1,a3:BKb8\"]"));
  EXPECT_THAT(written("[GameType \"26\"] 22-17"), HasSubstr("\n1. c3-b4 *\n"));
}

TEST(DraughtsRecord, ReadsPositionsInEveryWriting) {
  EXPECT_THAT(written("[FEN \"W : W 21 , K 22 : B K1 , 2-4 .\"] *"), HasSubstr("[FEN \"W:W21,K22:BK1,2-4\"]"));
  EXPECT_THAT(written("[FEN \"B:W21-32:B1-12\"] *"), ::testing::Not(HasSubstr("FEN"))) << "the game's own start";
  EXPECT_THAT(written("[GameType \"21\"][FEN \"W:W33:B1\"] *"), StartsWith("line 1, column 16: FEN 'W:W33:B1': "));
}

TEST(DraughtsRecord, NamesThePlaceTheMoveAndTheRule) {
  EXPECT_THAT(moves_of("1. 11-15 22-18\n2. 8-11"), StartsWith("line 2, column 4: 8-11: AM-7: "));
  EXPECT_THAT(moves_of("1. 11-15 41. - 22-18"), EndsWith("-: an unknown move; nothing can be played after it"));
  EXPECT_THAT(moves_of("1. 11-15 resigns"), StartsWith("line 1, column 10: resigns: "));
}

TEST(DraughtsRecord, NumbersSquaresFromTheTopLeft) {
  Layout layout;
  layout.columns = 3;
  layout.rows = 2;
  layout.points = {{0, 0, "a1"}, {1, 0, "", false}, {0, 1, "", false}, {1, 1, "b2"}, {2, 0, "c1"}};
  const SquareNotation numbers = usual_other_notation(layout);
  EXPECT_EQ(numbers.own("1"), "b2");
  EXPECT_EQ(numbers.own("02"), "a1");
  EXPECT_EQ(numbers.own("3"), "c1");
  EXPECT_EQ(numbers.own("4"), "");
  EXPECT_EQ(numbers.own("0"), "");
  EXPECT_EQ(numbers.text_in_own("1x3"), "b2xc1");
  EXPECT_EQ(numbers.text_in_own("1x4"), "");
  EXPECT_EQ(numbers.text_as_written("a1-b2"), "2-1");
  layout.points.front().label = "7";
  EXPECT_EQ(usual_other_notation(layout).own("b2"), "b2") << "the game has numbers of its own, so the other is letters";
}

}  // namespace
}  // namespace crownstar::game
