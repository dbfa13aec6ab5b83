#include "rules/record/pdn/reader.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string shown(const PdnItem& item) {
  switch (item.kind) {
    case PdnItemKind::move:
      return std::string(item.text);
    case PdnItemKind::pass:
      return "pass";
    case PdnItemKind::comment:
      return "{" + std::string(item.text) + "}";
    case PdnItemKind::nag:
      return "$" + std::to_string(item.number);
    case PdnItemKind::setup:
      return "/" + std::string(item.text) + "/";
    case PdnItemKind::open:
      return "(";
    case PdnItemKind::close:
      return ")";
  }
  return {};
}

// One line a game or problem: `Name=value; items; result`.
std::string shown(const PdnGame& game) {
  std::string line;
  for (const PdnTag& tag : game.tags) line += std::string(tag.name) + "=" + std::string(tag.value) + " ";
  line += ";";
  for (const PdnItem& item : game.items) line += " " + shown(item);
  line += " ;";
  if (!game.result.empty()) line += " " + std::string(game.result);
  return line;
}

std::vector<std::string> read_in_pieces(std::string_view text, std::size_t piece_size, const PdnLimits& limits = {}) {
  std::vector<std::string> lines;
  PdnReader reader(limits);
  const auto empty_it = [&] {
    for (PdnStep step = reader.next(); step == PdnStep::game || step == PdnStep::problem; step = reader.next()) {
      lines.push_back(step == PdnStep::game ? shown(reader.game()) : to_text(reader.problem()));
    }
  };
  for (std::size_t start = 0; start < text.size(); start += piece_size) {
    const std::string piece(text.substr(start, piece_size));  // its own memory, gone with the next piece
    reader.feed(piece);
    empty_it();
  }
  reader.feed({});
  reader.finish();
  empty_it();
  EXPECT_EQ(reader.next(), PdnStep::end);
  return lines;
}

// Whatever the pieces, the games are the same.
std::vector<std::string> read(std::string_view text, const PdnLimits& limits = {}) {
  std::vector<std::string> whole = read_in_pieces(text, text.size() + 1, limits);
  for (const std::size_t piece_size : {1U, 2U, 3U, 7U, 64U}) {
    EXPECT_EQ(read_in_pieces(text, piece_size, limits), whole) << "in pieces of " << piece_size;
  }
  return whole;
}

TEST(PdnReader, ReadsTagsMovesAndResult) {
  EXPECT_THAT(read("[Event \"Club\"]\n[Result \"1-0\"]\n\n1. 11-15 23-18 2. 8-11 1-0\n"),
              ElementsAre("Event=Club Result=1-0 ; 11-15 23-18 8-11 ; 1-0"));
}

TEST(PdnReader, ReadsSeveralGamesAndEndsEachAtItsSeparator) {
  EXPECT_THAT(read("1. 32-28 * 1. 34-29 2-0 1. 31-27 1/2-1/2 33-28 0-0 33-29"),
              ElementsAre("; 32-28 ; *", "; 34-29 ; 2-0", "; 31-27 ; 1/2-1/2", "; 33-28 ; 0-0", "; 33-29 ;"));
}

TEST(PdnReader, ATagAfterMovesBeginsTheNextGame) {
  EXPECT_THAT(read("[White \"a\"]\n11-15\n[White \"b\"]\n9-14"), ElementsAre("White=a ; 11-15 ;", "White=b ; 9-14 ;"));
}

TEST(PdnReader, TellsTheResultsFromTheMovesThatBeginLikeThem) {
  EXPECT_THAT(read("1-18 1-1"), ElementsAre("; 1-18 ; 1-1"));
  EXPECT_THAT(read("2-07 0-2"), ElementsAre("; 2-07 ; 0-2"));
  EXPECT_THAT(read("1-10 0-1\n1-1"), ElementsAre("; 1-10 ; 0-1"));
  EXPECT_THAT(read("1-5 1 - 0"), ElementsAre("; 1-5 ; 1-0"));
  EXPECT_THAT(read("1-5 \xC2\xBD-\xC2\xBD"), ElementsAre("; 1-5 ; 1/2-1/2"));
}

TEST(PdnReader, AnUncommonResultIsTheLastWordThatItsTagNames) {
  EXPECT_THAT(read("[Result \"4-6\"]\n34-29 18-22 4-6\n\n[Result \"9-1\"] 9-1 9-1 *"),
              ElementsAre("Result=4-6 ; 34-29 18-22 ; 4-6", "Result=9-1 ; 9-1 9-1 ; *"));
}

TEST(PdnReader, AStarEndsTheGameUnlessItIsWrittenOntoAMove) {
  EXPECT_THAT(read("32-28* 19-23 * 31-27"), ElementsAre("; 32-28 $7 19-23 ; *", "; 31-27 ;"));
  EXPECT_THAT(read("32-28!* 19-23*\n[Site \"x\"]"), ElementsAre("; 32-28 $1 $7 19-23 ; *", "Site=x ; ;"));
  EXPECT_THAT(read("32-28 (31-27 *) 19-23"), ElementsAre("; 32-28 ( 31-27 $7 ) 19-23 ;"));
}

TEST(PdnReader, EmptyGamesAreNone) {
  EXPECT_THAT(read(""), IsEmpty());
  EXPECT_THAT(read(" \n\t * 1-0 * % nothing\n"), IsEmpty());
  EXPECT_THAT(read("1-0 * 11-15 1-0 *"), ElementsAre("; 11-15 ; 1-0"));
  EXPECT_THAT(read("1. 2-0"), ElementsAre("; ; 2-0"));
  EXPECT_THAT(read("11-15 * {the end of the file}"), ElementsAre("; 11-15 ; *"));
}

TEST(PdnReader, ReadsNumbersInEveryWriting) {
  EXPECT_THAT(read("1.32-28 19-23 2.28x19 1... 7-12 1. ... 7-12 23...20-25 3 4-8 4"),
              ElementsAre("; 32-28 19-23 28x19 7-12 7-12 20-25 4-8 ;"));
}

TEST(PdnReader, ReadsMovesInEveryWriting) {
  EXPECT_THAT(read("22x15x8 c3-d4 c3:e5 c3:e5:g3 cb4 a3b4 3228 01-05 1118. resigns"),
              ElementsAre("; 22x15x8 c3-d4 c3:e5 c3:e5:g3 cb4 a3b4 3228 01-05 resigns ;"));
  EXPECT_THAT(read("1- 7 2 -8 3 - 9 22 x 15 x 8 c3 - d4 5x\n14x 23"),
              ElementsAre("; 1-7 2-8 3-9 22x15x8 c3-d4 5x14x23 ;"));
  EXPECT_THAT(read("41. - - 42. -- 11-15"), ElementsAre("; pass pass 11-15 ;"));
  EXPECT_THAT(read("32\xE2\x80\x93"
                   "28 19\xE2\x88\x92"
                   "23 28\xC3\x97"
                   "19"),
              ElementsAre("; 32-28 19-23 28x19 ;"));
  EXPECT_THAT(read("c5-e7-g7 -- i9-j10"), ElementsAre("; c5-e7-g7 pass i9-j10 ;"));
}

TEST(PdnReader, ReadsSigns) {
  EXPECT_THAT(read("32-28! 19-23? 28x19!! 14x23?? 1-2!? 3-4?! 5-6!!! 7-8!?!!! 9-10(?) 11-12 (!) 13-14 $7 15-16$139"),
              ElementsAre("; 32-28 $1 19-23 $2 28x19 $3 14x23 $4 1-2 $5 3-4 $6 5-6 $3 7-8 $5 9-10 $2 11-12 $1 13-14 $7 "
                          "15-16 $139 ;"));
  EXPECT_THAT(read("32-28 (? 31-27)"), ElementsAre("; 32-28 ( $2 31-27 ) ;"));
  EXPECT_THAT(read("32-28 $"), ElementsAre("line 1, column 7: a $ without its number; expected $0 to $255"));
  EXPECT_THAT(read("32-28 $ 7"), ElementsAre("line 1, column 7: a $ without its number; expected $0 to $255"));
  EXPECT_THAT(read("32-28 $12345"), ElementsAre("line 1, column 7: $1234... is no sign; expected $0 to $255"));
}

TEST(PdnReader, ReadsComments) {
  EXPECT_THAT(read("{before} 11-15{after}{and [%clk 1:02:03]} ; to the end } of (the) line\n9-14 % not at all\n"),
              ElementsAre("; {before} 11-15 {after} {and [%clk 1:02:03]} { to the end } of (the) line} 9-14 ;"));
  EXPECT_THAT(read("{of\ntwo lines} 9-14"), ElementsAre("; {of\ntwo lines} 9-14 ;"));
  EXPECT_THAT(read("% {[Event \"no\"]\n9-14"), ElementsAre("; 9-14 ;"));
}

TEST(PdnReader, ACommentOnTheLineOfTheResultIsStillOfThatGame) {
  EXPECT_THAT(read("9-14 1-0 {time}\n{next} 11-15"), ElementsAre("; 9-14 {time} ; 1-0", "; {next} 11-15 ;"));
  EXPECT_THAT(read("9-14 * {next} 11-15"), ElementsAre("; 9-14 ; *", "; {next} 11-15 ;"));
}

TEST(PdnReader, CommentsMayStandAmongTags) {
  EXPECT_THAT(read("{a file}\n[Event \"e\"] {of the club}\n[Site \"s\"]\n9-14"),
              ElementsAre("Event=e Site=s ; {a file} {of the club} 9-14 ;"));
  EXPECT_THAT(read("[FEN \"a\"] {first} [FEN \"b\"] {second}"), ElementsAre("FEN=a ; {first} ;", "FEN=b ; {second} ;"));
}

TEST(PdnReader, ANumberBehindANumberIsNoneOfAMove) {
  EXPECT_THAT(read("1 11-15 23-19 2 8-11 2... 22-17 3. ... 9-14 *"), ElementsAre("; 11-15 23-19 8-11 22-17 9-14 ; *"));
  EXPECT_THAT(read("1. 11 15 23 19 *"), ElementsAre("; 11 23 ; *")) << "no moves, and not without a word";
  EXPECT_THAT(read("3. 37*28 *"), ElementsAre("; 37 $7 ; *"));
}

TEST(PdnReader, WordsBetweenParenthesesAreAComment) {
  EXPECT_THAT(read("1. 11-15 (a book move) 23-19 ( White (as ever)\n waits ) 8-11 (Ã©tÃ©) *"),
              ElementsAre("; 11-15 {a book move} 23-19 {White (as ever)\n waits } 8-11 {Ã©tÃ©} ; *"));
  EXPECT_THAT(read("c3-d4 (cb4 (bc5) (c)) (K12-15 (\xC3\xA9"
                   "4))"),
              ElementsAre("; c3-d4 ( cb4 ( bc5 ) {c} ) ( K12-15 ( \xC3\xA9"
                          "4 ) ) ;"));
  EXPECT_THAT(read("c3-d4 (a3-b4 b6-c5) (  e3-f4\n( g3:h4 ) ) (?) (! c3) *"),
              ElementsAre("; c3-d4 ( a3-b4 b6-c5 ) ( e3-f4 ( g3:h4 ) ) $2 ( $1 c3 ) ; *"));
  EXPECT_THAT(read("1. 11-15 (a book move *\n[Event \"next\"]\n9-14 *"),
              ElementsAre("line 1, column 10: a comment that is not closed; expected )", "Event=next ; 9-14 ; *"));
  EXPECT_THAT(read("1. 11-15 (ab"), ElementsAre("line 1, column 10: a comment that is not closed; expected )"));
  EXPECT_THAT(read("1. 11-15 (a"), ElementsAre("line 1, column 10: a comment that is not closed; expected )"));
}

TEST(PdnReader, ReadsVariationsWithinVariations) {
  EXPECT_THAT(read("32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19"),
              ElementsAre("; 32-28 19-23 ( 18-23 38-32 ( 37-32 $2 23-29 $1 { Black wins } ) 12-18 ) 28x19 ;"));
  EXPECT_THAT(read("32-28 (31-27 1-0) 19-23"), ElementsAre("; 32-28 ( 31-27 {1-0} ) 19-23 ;"));
}

TEST(PdnReader, ReadsSetups) {
  EXPECT_THAT(read("1.31-26 /FEN \"B:B1-16:W26,28\"/ 20-25"), ElementsAre("; 31-26 /FEN \"B:B1-16:W26,28\"/ 20-25 ;"));
  EXPECT_THAT(read("1.31-26 /FEN \"B:"), ElementsAre("line 1, column 9: a setup that is not closed; expected /"));
}

TEST(PdnReader, ReadsTagsInEveryWriting) {
  EXPECT_THAT(read("[ White\t\"a\" ]\n[Black\"b\"][Site \"\"]\n[Note \"say \\\"hi\\\" \\\\ C:\\x\"]"),
              ElementsAre("White=a Black=b Site= Note=say \"hi\" \\ C:\\x ; ;"));
  EXPECT_THAT(read("[White \"Joe \"King\" Doe\"]\n[Site \"[x] {y}\"\n]"),
              ElementsAre("White=Joe \"King\" Doe Site=[x] {y} ; ;"));
  EXPECT_THAT(read("\xEF\xBB\xBF[White \"\xD0\xA1\"]"), ElementsAre("White=\xD0\xA1 ; ;"));
}

TEST(PdnReader, FindsTagsWhateverTheirCapitals) {
  PdnReader reader;
  reader.feed("[GAMETYPE \"20\"] [fen \"x\"] *");
  reader.finish();
  ASSERT_EQ(reader.next(), PdnStep::game);
  ASSERT_NE(reader.game().find_tag("GameType"), nullptr);
  EXPECT_EQ(reader.game().find_tag("GameType")->value, "20");
  EXPECT_EQ(reader.game().find_tag("Fen")->place, (TextPlace{1, 17}));
  EXPECT_EQ(reader.game().find_tag("FE"), nullptr);
}

TEST(PdnReader, NamesThePlaceOfEachThing) {
  PdnReader reader;
  reader.feed("\r\n% one\r[White \"\xD0\xA1\xD0\xA1\"] \xC2\xA7-1\n\n\t22x15\r\n 1- 7 0-1");
  reader.finish();
  ASSERT_EQ(reader.next(), PdnStep::game);
  const PdnGame& game = reader.game();
  EXPECT_EQ(game.place, (TextPlace{3, 1}));
  ASSERT_EQ(game.items.size(), 3U);
  EXPECT_EQ(game.items[0].place, (TextPlace{3, 14})) << "columns are characters, not bytes";
  EXPECT_EQ(game.items[1].place, (TextPlace{5, 2}));
  EXPECT_EQ(game.items[2].place, (TextPlace{6, 2})) << "a carriage return and a line feed are one end";
  EXPECT_EQ(game.result_place, (TextPlace{6, 7}));
  EXPECT_THAT(read("\n}"), ElementsAre("line 2, column 1: a } without its {"));
  EXPECT_THAT(read("\r\n}"), ElementsAre("line 2, column 1: a } without its {"));
  EXPECT_THAT(read("\r\r\n\n}"), ElementsAre("line 4, column 1: a } without its {"));
}

TEST(PdnReader, SaysWhatItCannotReadAndGoesOnWithTheNextGame) {
  EXPECT_THAT(read("11-15 } 9-14 1-0\n[White \"b\"] 9-14 *"),
              ElementsAre("line 1, column 7: a } without its {", "White=b ; 9-14 ;" + std::string(" *")));
  EXPECT_THAT(read("[White \"a]\n[Black \"b\"]\n9-14 {x}\n[White \"c\"]\n9-13"),
              ElementsAre("line 1, column 1: the value of the tag White is not closed on its line; expected \"]",
                          "White=c ; 9-13 ;"));
  EXPECT_THAT(read("[] 9-14 *9-13"),
              ElementsAre("line 1, column 1: a [ without the name of a tag; expected [Name \"value\"]"));
  EXPECT_THAT(read("[White b]\n9-14 *9-13"),
              ElementsAre("line 1, column 1: the tag White without a value; expected [White \"value\"]", "; 9-13 ;"));
  EXPECT_THAT(read("[White \"b\"\n9-14 *9-13"),
              ElementsAre("line 1, column 1: the tag White is not closed; expected ]", "; 9-13 ;"));
  EXPECT_THAT(read("11-15 (9-14\n[White \"b\"] 9-13"),
              ElementsAre("line 1, column 7: a variation that is not closed; expected )", "White=b ; 9-13 ;"));
  EXPECT_THAT(read("11-15 ) 9-14 1-0 {of it}\n9-13"), ElementsAre("line 1, column 7: a ) without its (", "; 9-13 ;"));
  EXPECT_THAT(read("11-15 {9-14"), ElementsAre("line 1, column 7: a comment that is not closed; expected }"));
  EXPECT_THAT(read("[White \"b"), ElementsAre("line 1, column 1: a tag that is not closed; expected ]"));
  EXPECT_THAT(read(std::string_view("9-14 \0 * 9-13", 13)),
              ElementsAre("line 1, column 6: unexpected the byte 0x00; expected a move, a tag, a comment or a result",
                          "; 9-13 ;"));
}

TEST(PdnReader, SaysWhereACommentRanAway) {
  EXPECT_THAT(
      read("9-14 {no end\n\n[White \"b\"]\n9-14 {an end} 5-9 *\n[White \"c\"] 9-13"),
      ElementsAre("line 1, column 6: a comment that runs on into another game; expected its } before the next tag",
                  "White=c ; 9-13 ;"));
}

TEST(PdnReader, NamesTheLimitThatAGameBreaks) {
  PdnLimits limits;
  limits.game_bytes = 60;
  limits.word_bytes = 12;
  limits.nesting = 2;
  limits.tags = 2;
  limits.setup_bytes = 20;
  EXPECT_THAT(read("9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 9-14 * 9-13", limits),
              ElementsAre("line 1, column 1: a game longer than 60 bytes", "; 9-13 ;"));
  EXPECT_THAT(read("9-14x13x12x11x10x9 * 9-13", limits),
              ElementsAre("line 1, column 1: a word longer than 12 bytes; expected a move", "; 9-13 ;"));
  EXPECT_THAT(
      read("9-14 !!!!!!!!!!!!!!!!!!!!!!! * 9-13", limits),
      ElementsAre("line 1, column 6: a sign longer than 12 bytes; expected !, ? or $ and a number", "; 9-13 ;"));
  EXPECT_THAT(read("9-14 (9-13 (8-11 (7-11))) * 9-13", limits),
              ElementsAre("line 1, column 18: variations nested deeper than 2", "; 9-13 ;"));
  EXPECT_THAT(read("[A \"\"] [B \"\"] [C \"\"] * 9-13", limits),
              ElementsAre("line 1, column 15: a game of more than 2 tags", "; 9-13 ;"));
  EXPECT_THAT(read("9-14 /xxxxxxxxxxxxxxxxxxxxxxxxxx/ * 9-13", limits),
              ElementsAre("line 1, column 6: a setup longer than 20 bytes; is its closing / missing?", "; 9-13 ;"));
  EXPECT_THAT(read("9-14 {" + std::string(70, 'x') + " * 9-13 * [A \"b\"] 9-12", limits),
              ElementsAre("line 1, column 6: a comment longer than 60 bytes; is its } missing?", "A=b ; 9-12 ;"));
  EXPECT_THAT(read("9-14 ;" + std::string(70, 'x') + "\n * 9-13", limits),
              ElementsAre("line 1, column 6: a comment longer than 60 bytes", "; 9-13 ;"));
  EXPECT_THAT(read("[A \"" + std::string(70, 'x') + "\"]\n * 9-13", limits),
              ElementsAre("line 1, column 1: the value of the tag A is longer than 60 bytes", "; 9-13 ;"));
}

TEST(PdnReader, GamesBeyondCountStreamThroughOneReader) {
  PdnReader reader;
  int games = 0;
  for (int round = 0; round < 1000; ++round) {
    reader.feed("[White \"a\"]\n1. 11-15 23-18 {good} 2. 8-11 (9-14) *\n");
    for (PdnStep step = reader.next(); step != PdnStep::needs_more; step = reader.next()) {
      ASSERT_EQ(step, PdnStep::game);
      ASSERT_EQ(reader.game().items.size(), 7U);
      ++games;
    }
  }
  reader.finish();
  for (PdnStep step = reader.next(); step != PdnStep::end; step = reader.next()) {
    ASSERT_EQ(step, PdnStep::game);
    ++games;
  }
  EXPECT_EQ(games, 1000);
}

}  // namespace
}  // namespace crownstar::game
