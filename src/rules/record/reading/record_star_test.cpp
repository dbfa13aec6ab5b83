// Records of Chinese checkers, of real games: whole paths, seats, passes, places and options.
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::expected<ReadRecord, PdnProblem> read_star(std::string_view text) {
  PdnReader reader;
  reader.feed(text);
  reader.finish();
  PdnStep step = reader.next();
  if (step == PdnStep::needs_more) step = reader.next();
  if (step == PdnStep::problem) return std::unexpected(reader.problem());
  EXPECT_EQ(step, PdnStep::game) << text;
  static const RecordSource source = catalog_source();
  return read_record(reader.game(), source);
}

std::string star_text(std::string_view text) {
  const auto result = read_star(text);
  return result ? write_record(result->record) : to_text(result.error());
}

TEST(StarRecord, HoldsItsOptionsAsTags) {
  const std::string text = star_text("[GameType \"sternhalma:hop=super,players=3\"] *");
  EXPECT_EQ(text,
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Seat1 \"?\"]\n[Seat2 \"?\"]\n"
            "[Seat3 \"?\"]\n[Result \"*\"]\n[GameType \"90\"]\n[OptionPlayers \"3\"]\n[OptionHop \"super\"]\n"
            "[OptionLeave \"removed\"]\n\n*\n");
  EXPECT_EQ(star_text(text), text);
  EXPECT_EQ(read_star(text)->record.token, "sternhalma:players=3,hop=super");
}

TEST(StarRecord, SaysWhichOptionIsWrong) {
  EXPECT_THAT(star_text("[GameType \"90\"][OptionPlayers \"7\"] *"),
              HasSubstr("line 1, column 1: GameType 'sternhalma:players=7,leave=stay': "));
}

// Records of before CC-22 do not say what becomes of the pieces: they stayed. Later ones always say it.
TEST(StarRecord, Cc22KeepsTheMeaningOfOlderRecords) {
  const std::string start = "[GameType \"90\"][OptionPlayers \"3\"]";
  const std::string moves = " d6-e7 /OUT \"2 resigned\"/ j14-i13 *";
  const auto older = read_star(start + moves);
  ASSERT_TRUE(older);
  EXPECT_EQ(older->record.token, "sternhalma:players=3,leave=stay");
  const std::string text = write_record(older->record);
  EXPECT_THAT(text, HasSubstr("[OptionLeave \"stay\"]\n"));
  EXPECT_EQ(star_text(text), text);
  const auto removed = read_star(start + "[OptionLeave \"removed\"]" + moves);
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->record.token, "sternhalma:players=3");
  EXPECT_THAT(write_record(removed->record), HasSubstr("[OptionLeave \"removed\"]\n"));
  EXPECT_EQ(read_star("[GameType \"sternhalma:players=3\"] *")->record.token, "sternhalma:players=3");
  EXPECT_EQ(read_star("[GameType \"90\"] *")->record.token, "sternhalma") << "of two players it says nothing";
}

// The position of the last setup is written with who has left, and without the pieces that were taken off.
TEST(StarRecord, Cc22HoldsAPositionWithoutThoseWhoLeft) {
  const std::string start = "[GameType \"90\"][OptionPlayers \"3\"][OptionLeave \"removed\"]";
  const std::string position = "1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8:5=j14,k14,k15,l14,l15,l16,m14,m15,m16,m17:left=3";
  const std::string text = star_text(start + "[FEN \"" + position + "\"] d6-e7 j14-i13 *");
  EXPECT_THAT(text, HasSubstr("[FEN \"" + position + "\"]\n"));
  EXPECT_THAT(text, HasSubstr("1. d6-e7 j14-i13 *"));
  EXPECT_EQ(star_text(text), text);
}

TEST(StarRecord, Cc24AndCc25AreOptionsToo) {
  const std::string text = star_text("[GameType \"sternhalma:players=5,last-round=yes,handicap=1-2+4-3\"] *");
  EXPECT_THAT(text, HasSubstr("[OptionPlayers \"5\"]\n[OptionLast_round \"yes\"]\n[OptionHandicap \"1-2+4-3\"]\n"
                              "[OptionLeave \"removed\"]\n"));
  EXPECT_EQ(star_text(text), text);
}

// The first step opens the way: b6 hops over c6 to d6, and on over e7 to f8.
TEST(StarRecord, Cc9KeepsTheWholePath) {
  const std::string start = "[GameType \"90\"][OptionPieces \"10\"] ";
  const std::string moves = star_text(start + "d6-e7 n12-m11 b6-f8 n11-m10 *");
  EXPECT_THAT(moves, HasSubstr("\n1. d6-e7 n12-m11 2. b6-d6-f8 n11-m10 *\n"));
  EXPECT_EQ(star_text(moves), moves);
}

// From g8 one hop over h8 reaches i8; so do two, over h9 and i9. The record keeps the path that was made.
TEST(StarRecord, Cc10KeepsThePathThatWasMade) {
  const std::string position = "1:1=g8,h8,i7,h9,i9,a5,b5,b6,c5,c6:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13";
  const std::string start = "[GameType \"90\"][OptionPieces \"10\"][FEN \"" + position + "\"] ";
  EXPECT_THAT(star_text(start + "g8-i8 *"), HasSubstr("1. g8-i8 *"));
  const std::string made = star_text(start + "G8-i10-i8 *");
  EXPECT_THAT(made, HasSubstr("1. g8-i10-i8 *"));
  EXPECT_EQ(star_text(made), made);
}

TEST(StarRecord, NamesThePlaceTheMoveAndTheRule) {
  EXPECT_THAT(star_text("[GameType \"90\"]\n\n1. a5-b5"), HasSubstr("line 3, column 4: a5-b5: CC-8: "));
  EXPECT_THAT(star_text("[GameType \"90\"][FEN \"1:1=a5\"] *"), HasSubstr("line 1, column 16: FEN '1:1=a5': "));
}

TEST(StarRecord, ReadsThePlacesOfAllSeats) {
  const auto result = read_star("[GameType \"90\"][OptionPlayers \"3\"][ResultFormat \"Places\"][Result \"2-1-3\"] *");
  ASSERT_TRUE(result);
  EXPECT_THAT(result->record.result.places, ElementsAre(2, 1, 3));
  EXPECT_THAT(write_record(result->record), HasSubstr("[Result \"2-1-3\"]\n[ResultFormat \"Places\"]\n"));
}

// Seat 2 resigns at its turn, and seat 3 plays on with seat 1; the rules know it when the game is read again.
TEST(StarRecord, KeepsASeatThatLeavesWhileOthersPlayOn) {
  const std::string start = "[GameType \"90\"][OptionPlayers \"3\"] ";
  const std::string text =
      star_text(start + "1. d6-e7 /OUT \"2 resigned\"/ j14-i13 2. e7-f8 /out 1 ran  out of time/ *");
  EXPECT_THAT(text, HasSubstr("1. d6-e7 /OUT \"2 resigned\"/ 1... j14-i13 2. e7-f8 /OUT \"1 ran out of time\"/ *"));
  EXPECT_EQ(star_text(text), text);
  const auto result = read_star(text);
  ASSERT_TRUE(result);
  const std::vector<int> line = result->record.main_line();
  ASSERT_EQ(line.size(), 5U);
  EXPECT_EQ(result->record.node(line[1]).leaves, 1);
  EXPECT_EQ(result->record.node(line[1]).leaving, "resigned");
  EXPECT_EQ(result->record.node(line[2]).seat, 2);
  EXPECT_EQ(result->record.node(line[2]).passes, 0);
  EXPECT_EQ(result->record.node(line[3]).number, 2);
}

TEST(StarRecord, ComparesTheResultWithThoseWhoLeft) {
  const std::string start =
      "[GameType \"90\"][OptionPlayers \"3\"][ResultFormat \"Places\"][Result \"2-1-3\"] "
      "/OUT \"2 resigned\"/ /OUT \"3 resigned\"/ *";
  const auto result = read_star(start);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->notes.size(), 1U);
  EXPECT_THAT(result->notes[0], HasSubstr("the record says 2-1-3, the rules 1-3-2"));
}

TEST(StarRecord, AVariationMayHaveALeavingOfItsOwn) {
  const std::string text =
      star_text("[GameType \"90\"][OptionPlayers \"3\"] d6-e7 j5-i5 (/OUT \"2 resigned\"/ j14-i13) *");
  EXPECT_THAT(text, HasSubstr("1. d6-e7 j5-i5 (/OUT \"2 resigned\"/ 1... j14-i13) *"));
  EXPECT_EQ(star_text(text), text);
}

TEST(StarRecord, TheWordsOfALeavingAreTidiedAndShort) {
  const std::string start = "[GameType \"90\"][OptionPlayers \"3\"] /OUT \"2 ";
  const std::string text = star_text(start + " a  \"b\"\n} c \"/ *");
  EXPECT_THAT(text, HasSubstr("/OUT \"2 a b ) c\"/"));
  EXPECT_EQ(star_text(text), text);
  const std::string latin = star_text(start + std::string(1000, '\xE9') + "\"/ *");
  EXPECT_THAT(latin, HasSubstr("/OUT \"2 \xC3\xA9\xC3\xA9"));
  EXPECT_EQ(star_text(latin), latin);
  EXPECT_EQ(star_text(start + "  \"/ *"), star_text(start + "left\"/ *"));
}

TEST(StarRecord, SaysWhoCannotLeave) {
  const std::string start = "[GameType \"90\"][OptionPlayers \"3\"] ";
  EXPECT_THAT(star_text(start + "/OUT \"4 resigned\"/ *"), HasSubstr("expected a seat from 1 to 3"));
  EXPECT_THAT(star_text(start + "/OUT \"x\"/ *"), HasSubstr("expected a seat from 1 to 3"));
  EXPECT_THAT(star_text(start + "/OUT \"2\"/ /OUT \"2\"/ *"), HasSubstr("CC-15: seat 2 has its place"));
  EXPECT_THAT(star_text(start + "/WHO \"2\"/ *"), HasSubstr("expected /FEN"));
  EXPECT_THAT(star_text(start + "/OUT \"2 \"/ *"), HasSubstr("/OUT \"2 left\"/"));
}

}  // namespace
}  // namespace crownstar::game
