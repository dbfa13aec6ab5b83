// Records as collections, problem books, web sites and analysts really write them.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_guess.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_writer.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::game {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const RecordSource& source() {
  static const RecordSource games = catalog_source();
  return games;
}

struct Read {
  std::vector<std::string> games;  // as they are written, or the problem
  std::vector<std::string> tokens;
  std::vector<std::string> notes;  // of all of them
  std::vector<std::string> guesses;
};

FileGames file_of(std::string_view text, std::string_view name) {
  FileGames file{std::string(name)};
  PdnReader reader;
  reader.feed(text);
  reader.finish();
  for (PdnStep step = reader.next(); step != PdnStep::end; step = reader.next()) {
    if (step == PdnStep::game) file.look_at(reader.game(), source());
  }
  return file;
}

// `named` is what the name of the file says.
Read read_wild(std::string_view text, std::string_view fallback = guessed_game, std::string_view named = {}) {
  Read found;
  const FileGames file = file_of(text, named);
  PdnReader reader;
  reader.feed(text);
  reader.finish();
  for (PdnStep step = reader.next(); step != PdnStep::end; step = reader.next()) {
    if (step == PdnStep::problem) found.games.push_back(to_text(reader.problem()));
    if (step != PdnStep::game) continue;
    const auto record = read_record(reader.game(), source(), fallback, &file);
    found.games.push_back(record ? write_record(record->record) : to_text(record.error()));
    if (!record) continue;
    found.tokens.push_back(record->record.token);
    found.notes.insert(found.notes.end(), record->notes.begin(), record->notes.end());
    if (!record->guess.empty()) found.guesses.push_back(record->guess);
  }
  return found;
}

std::string moves_in(const std::string& record) {
  const std::size_t gap = record.find("\n\n");
  return gap == std::string::npos ? record : record.substr(gap + 2);
}

std::string tag_in(const std::string& record, const std::string& name) {
  const std::size_t start = record.find("[" + name + " \"");
  if (start == std::string::npos) return {};
  const std::size_t value = start + name.size() + 3;
  return record.substr(value, record.find("\"]", value) - value);
}

TEST(WildRecord, AStepWrittenAsACaptureIsAStepAndNotedOnceAGame) {
  const Read found = read_wild("[Event \"club\"]\n1. 11x15 23-18 2. 8x11 18x9 1-0");
  EXPECT_THAT(found.games.front(),
              EndsWith("line 2, column 24: 18x9: AM-5: nothing can be captured that way; a man jumps a "
                       "neighbouring enemy piece diagonally forward, landing on the empty square "
                       "directly behind it"))
      << "a capture that is none of the rules' steps either stays a problem";
  const Read steps = read_wild("[Event \"club\"]\n1. 11x15 23x19 2. 8x11 1-0");
  EXPECT_EQ(moves_in(steps.games.front()), "1. 11-15 23-19 2. 8-11 *\n");
  EXPECT_THAT(steps.notes, ElementsAre("line 2, column 4: 11x15 captures nothing and is read as a step, and 2 more"));
}

// White takes to 18 over 14 or over 15; what stands left decides which of them Red's reply needs.
TEST(WildRecord, AnAmbiguousCaptureIsReadSoThatTheRestCanBePlayed) {
  const std::string start = "[GameType \"21\"][FEN \"B:W6,7,14,15,31:B2,5\"] ";
  const Read over_nine = read_wild(start + "1. 2x18 15-10 *");
  EXPECT_EQ(moves_in(over_nine.games.front()), "1. 2x9x18 15-10 *\n") << "15 was not taken";
  EXPECT_THAT(over_nine.notes, ElementsAre("line 1, column 48: 2x18 is ambiguous: read as 2x9x18"));
  const Read over_eleven = read_wild(start + "1. 2x18 14-9 *");
  EXPECT_EQ(moves_in(over_eleven.games.front()), "1. 2x11x18 14-9 *\n");
}

TEST(WildRecord, AManOnTheCrowningRowOfAProblemIsAKing) {
  const Read found = read_wild("[GameType \"21\"][Event \"problem\"][SetUp \"1\"][FEN \"W:W18,K15,1:BK30,K26,2.\"] *");
  EXPECT_EQ(tag_in(found.games.front(), "FEN"), "W:WK1,K15,18:B2,K26,K30");
  EXPECT_THAT(found.notes, ElementsAre("the man on 1, where it is crowned, is taken as a king"));
}

// Both were games without these moves, and nothing was said.
TEST(WildRecord, MovesWithoutASignAreAProblem) {
  for (const std::string_view text : {"1. 11 15 23 19 *", "1. 11*15 23*19 *"}) {
    EXPECT_THAT(read_wild("[GameType \"21\"] " + std::string(text)).games.front(),
                StartsWith("line 1, column 20: 11: "))
        << text;
  }
}

TEST(WildRecord, ANullMoveLetsTheOtherSideMove) {
  for (const std::string_view text :
       {"1. 11-15 - - 2. 15-18", "1. 11-15 -- 2. 15-18", "1. 11-15 /FEN \"B::\"/ 15-18"}) {
    const Read found = read_wild("[GameType \"21\"] " + std::string(text) + " *");
    EXPECT_THAT(moves_in(found.games.front()), StartsWith("1. 11-15 /FEN \"B:W21-32:B1-10,12,15\"/ ")) << text;
    EXPECT_THAT(found.notes, ElementsAre(EndsWith("a null move: the same pieces with the other side to move"))) << text;
  }
}

TEST(WildRecord, PositionsThatSayLittleAreReadForWhatTheySay) {
  EXPECT_EQ(tag_in(read_wild("[GameType \"21\"][FEN \"?:W29,13,11:B22,4,2\"] *").games.front(), "FEN"),
            "B:W11,13,29:B2,4,22");
  const Read nothing = read_wild("[GameType \"21\"][Setup \"1\"]\n[FEN \"W::.\"]\n1/2-1/2");
  EXPECT_EQ(tag_in(nothing.games.front(), "Result"), "1/2-1/2");
  EXPECT_THAT(nothing.notes, Not(IsEmpty()));
  const Read usual = read_wild("[GameType \"20\"][FEN \"W::\"] 1. 32-28 *");
  EXPECT_EQ(tag_in(usual.games.front(), "FEN"), "") << "the game's own start";
}

TEST(WildRecord, AGameThatGoesOnPastManyDrawsIsNotedOnce) {
  std::string text = "[GameType \"21\"][FEN \"B:WK32:BK1\"]";
  for (int round = 0; round < 50; ++round) text += " 1-5 32-28 5-1 28-32";
  EXPECT_THAT(read_wild(text + " *").notes, ElementsAre(HasSubstr("goes on past a draw (AM-15")));
}

TEST(WildRecord, AGameOfTagsAloneEndsBeforeTheNextEvent) {
  const Read found =
      read_wild("[Event \"one\"]\n[Black \"A\"]\n[Event \"two\"]\n[Black \"B\"]\n1. 11-15 *\n[Event \"three\"]\n");
  ASSERT_EQ(found.games.size(), 3U);
  EXPECT_EQ(tag_in(found.games[0], "Black"), "A");
  EXPECT_EQ(moves_in(found.games[1]), "1. 11-15 *\n");
  EXPECT_EQ(tag_in(found.games[2], "Event"), "three");
}

TEST(WildRecord, BlanksOfWordProcessorsAndTheEndOfDosAreNothing) {
  const std::string hard = "\xC2\xA0";
  const Read found = read_wild("[Event" + hard + "\"one\"]\r\n1." + hard + "11-15" + hard + hard + "23-19 *\r\n\x1A");
  ASSERT_EQ(found.games.size(), 1U);
  EXPECT_EQ(moves_in(found.games.front()), "1. 11-15 23-19 *\n");
}

// As annotators write them, with blanks or without; what is written again are the numbers that PDN has for them.
TEST(WildRecord, SignsOfWhoStandsBetterAreSigns) {
  const std::string game = "[GameType \"20\"] 1. 32-28 ";
  const auto written = [&](std::string_view sign) {
    const std::string spaced = moves_in(read_wild(game + std::string(sign) + " 19-23 *").games.front());
    EXPECT_EQ(moves_in(read_wild("[GameType \"20\"] 1.32-28" + std::string(sign) + " 19-23 *").games.front()), spaced);
    return spaced;
  };
  EXPECT_EQ(written("="), "1. 32-28 $10 19-23 *\n");
  EXPECT_EQ(written("\xE2\x88\x9E"), "1. 32-28 $13 19-23 *\n");
  for (const std::string_view sign : {"+=", "+/=", "\xE2\xA9\xB2"}) EXPECT_EQ(written(sign), "1. 32-28 $14 19-23 *\n");
  for (const std::string_view sign : {"=+", "=/+", "\xE2\xA9\xB1"}) EXPECT_EQ(written(sign), "1. 32-28 $15 19-23 *\n");
  for (const std::string_view sign : {"+/-", "\xC2\xB1"}) EXPECT_EQ(written(sign), "1. 32-28 $16 19-23 *\n");
  for (const std::string_view sign : {"-/+", "\xE2\x88\x93"}) EXPECT_EQ(written(sign), "1. 32-28 $17 19-23 *\n");
  for (const std::string_view sign : {"+-", "+\xE2\x88\x92"}) EXPECT_EQ(written(sign), "1. 32-28 $18 19-23 *\n");
  for (const std::string_view sign : {"-+", "\xE2\x88\x92+"}) EXPECT_EQ(written(sign), "1. 32-28 $19 19-23 *\n");
  EXPECT_EQ(written("\xE2\x80\xBC"), "1. 32-28 $3 19-23 *\n");
  EXPECT_EQ(written("\xE2\x81\x89"), "1. 32-28 $5 19-23 *\n");
  EXPECT_EQ(written("!?\xC2\xB1"), "1. 32-28 $5 $16 19-23 *\n");

  const std::string capture = "[GameType \"20\"] 1. 32-28 19-23 2. 28 x 19 ";
  EXPECT_EQ(moves_in(read_wild(capture + "-+ 14 x 23= 3. 37- 32 +- (3. 33-29 =) (\xC2\xB1) *").games.front()),
            "1. 32-28 19-23 2. 28x19 $19 14x23 $10 3. 37-32 $18 {\xC2\xB1} (3. 33-29 $10) *\n");
  EXPECT_THAT(read_wild(game + "19-23+ *").games.front(), HasSubstr("19-23")) << "a plus alone says too little";
}

TEST(WildRecord, NumbersWithAParenthesisAreNumbers) {
  const Read found =
      read_wild("[GameType \"20\"] 1) 32-28 19-23 2)28x19 2)... 14x23 (2)... 13x24 3) 37-32 (a remark)) 3) 33-29 *\n");
  EXPECT_EQ(moves_in(found.games.front()),
            "1. 32-28 19-23 2. 28x19 14x23 (2... 13x24 3. 37-32 {a remark}) 3. 33-29 *\n");
  const Read usual = read_wild("[GameType \"20\"] 1. 32-28 19-23 (1... 18-23 2. 33-29 (2. 38-32) 2) 2. 28x19 *");
  EXPECT_EQ(moves_in(usual.games.front()), "1. 32-28 19-23 (1... 18-23 2. 33-29 (2. 38-32)) 2. 28x19 *\n");
  EXPECT_THAT(read_wild("[GameType \"20\"] 1) 32) 28 *").games.front(), HasSubstr("a ) without its ("));
}

TEST(WildRecord, TagsMayHaveTypographicQuotationMarks) {
  const auto event = [](std::string_view tag) {
    const std::string text = "[" + std::string(tag) + "]\n[White \"Ann\"] [GameType \"21\"]\n1. 11-15 *";
    const std::string game = read_wild(text).games.front();
    EXPECT_EQ(tag_in(game, "White"), "Ann") << game;
    return tag_in(game, "Event");
  };
  for (const std::string_view tag :
       {"Event \u201CNK 1967\u201D", "Event \u201ENK 1967\u201C", "Event \u00ABNK 1967\u00BB ", "Event \u201CNK 1967\"",
        "Event \"NK 1967\u201D", "Event \u2018NK 1967\u2019"}) {
    EXPECT_EQ(event(tag), "NK 1967") << tag;
  }
  EXPECT_EQ(event("Event \u201C\u201D"), "");
  EXPECT_EQ(event("Event \u201Ca [b] \"c\" d\u201D"), "a [b] \\\"c\\\" d");
  EXPECT_EQ(event("Event \"a \u201Cb\u201D\""), "a \u201Cb\u201D") << "inside plain marks they belong to the value";
  EXPECT_THAT(read_wild("[Event \u201CNK 1967]\n[GameType \"21\"]\n1. 11-15 *").games.front(),
              HasSubstr("the value of the tag Event is not closed on its line"));
  EXPECT_THAT(read_wild("[Event \u20ACNK 1967\u201D]\n1. 11-15 *").games.front(),
              HasSubstr("the tag Event without a value"));
}

// As in the collection that CheckerBoard brings along.
TEST(WildRecord, WordsRightBehindAMoveAreAComment) {
  const Read found = read_wild("[GameType \"21\"] 1. 11-15 22-18 2. 15x22 25x18Redoverstepped. 1-0");
  ASSERT_EQ(found.games.size(), 1U);
  EXPECT_EQ(moves_in(found.games.front()), "1. 11-15 22-18 2. 15x22 25x18 {Redoverstepped} *\n");
  EXPECT_THAT(found.notes, ElementsAre("line 1, column 41: 25x18Redoverstepped is read as 25x18 and a comment"));
  EXPECT_THAT(read_wild("[GameType \"21\"] 1. 11-14and 22-18 *").games.front(), HasSubstr("11-14and"));
  EXPECT_THAT(read_wild("[GameType \"21\"] 1. 11x 22-18 *").games.front(), HasSubstr("11x")) << "no move is there";
}

TEST(WildRecord, TheGameIsGuessedFromItsTagItsMovesAndTheFile) {
  const auto guess = [](std::string_view text, std::string_view named = {}) {
    const Read found = read_wild(text, guessed_game, named);
    return found.tokens.empty() ? found.games.front() : found.tokens.front() + "; " + found.guesses.front();
  };
  EXPECT_EQ(guess("[Variant \"Frysk!\"] 1. 47-42 *"), "frysk; no GameType: read as frysk, as its Variant tag says");
  EXPECT_EQ(guess("[Variant \"Russian\"] *"), "russian; no GameType: read as russian, as its Variant tag says");
  EXPECT_EQ(guess("1. 11-15 23-19 *"), "american; no GameType: read as american, which the moves fit best");
  EXPECT_THAT(guess("1. 32-28 19-23 2. 28x19 14x23 *"), StartsWith("international; "));
  EXPECT_THAT(guess("[FEN \"W:W33,46:B7,42.\"] *"), StartsWith("international; "));
  EXPECT_THAT(guess("1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 *"), StartsWith("russian; "));
  EXPECT_THAT(guess("1. 21-17 11-15 2. 23-19 *"), StartsWith("italian; "));
  EXPECT_THAT(guess("1. 33-29 17-21 *"), StartsWith("international; "));
  EXPECT_THAT(guess("1. c3-d4 *", "brazilian"), EndsWith("brazilian, as the file's name says"));
  EXPECT_THAT(guess("[Event \"?\"] *"), StartsWith("american; ")) << "nothing is known";
  EXPECT_EQ(guess("[Event \"?\"] *", "czech"), "czech; no GameType: read as czech, as the file's name says");
  EXPECT_EQ(game_in_name("/games/Russian_2007.pdn", source()), "russian");
  EXPECT_EQ(game_in_name("games/wk2003.pdn", source()), "");
}

// Games of Brazilian clubs, as sites write them. The Russian rules allow all of their moves and more: that the largest
// capture was taken each time shows only in several games.
constexpr std::string_view brazilian_games[]{
    "[Event \"Campeonato Brasileiro\"]\n[Site \"Brasil\"]\n[Result \"*\"]\n1. c3-b4 f6-g5 2. d2-c3 g7-f6 3. e1-d2 "
    "d6-c5 "
    "4. b4xd6 c7xe5 5. a3-b4 f8-g7 6. b4-a5 b6-c5 7. a5-b6 c5-b4 8. c3xa5 a7xc5 9. g3-f4 e5xc3 10. b2xb6 *\n\n",
    "[Event \"Campeonato Brasileiro\"]\n[Result \"*\"]\n1. a3-b4 h6-g5 2. e3-f4 g5xe3 3. f2xd4 d6-e5 4. g1-f2 e7-d6 5. "
    "g3-f4 "
    "e5xg3 6. f2xh4 d6-e5 7. b4-c5 f8-e7 8. e1-f2 g7-h6 9. f2-g3 b6-a5 10. h4-g5 f6xf2 11. d4xf6 *\n\n",
    "[Event \"Campeonato Brasileiro\"]\n[Result \"*\"]\n1. g3-f4 f6-e5 2. c3-d4 e5xg3 3. h2xf4 e7-f6 4. d4-e5 f6xd4 5. "
    "e3xe7 "
    "f8xd6 6. f2-g3 d8-e7 7. g3-h4 b6-a5 8. a3-b4 a5xc3 9. b2xd4 h6-g5 10. h4xb6 a7xg5 *\n\n",
    "[Event \"Campeonato Brasileiro\"]\n[Result \"*\"]\n1. g3-f4 b6-a5 2. e3-d4 c7-b6 3. f2-e3 b6-c5 4. d4xb6 a7xc5 5. "
    "h2-g3 "
    "h6-g5 6. f4xh6 f6-g5 7. h6xf4 a5-b4 8. c3xa5 e7-f6 9. f4-g5 f6xd4 10. d2-e3 d4xf2 11. g1xe3 c5-b4 12. a3xe7 f8xd6 "
    "*\n\n"};

TEST(WildRecord, TheGamesOfAFileSayTogetherWhatTheyAre) {
  EXPECT_THAT(read_wild(brazilian_games[0]).tokens, ElementsAre("russian")) << "one game alone says too little";
  std::string text;
  for (const std::string_view game : brazilian_games) text += game;
  const Read found = read_wild(text);
  EXPECT_THAT(found.tokens, ElementsAre("brazilian", "brazilian", "brazilian", "brazilian"));
  EXPECT_THAT(found.guesses, Each("no GameType: read as brazilian, which the moves fit best"));
}

TEST(WildRecord, AMistakeIsNotAnotherGame) {
  std::string text;
  for (const std::string_view game : brazilian_games) text += game;
  text +=
      "1. c3-b4 f6-g5 2. d2-c3 g7-f6 3. e1-d2 d6-c5 4. b4xd6 c7xe5 5. a3-b4 f8-g7 6. b4-a5 b6-c5 7. a5-b6 c5-b4 "
      "8. c3xa5 a7xc5 9. g3-f4 e5xb4 *";
  const Read found = read_wild(text, guessed_game, "brazilian");
  EXPECT_THAT(found.games.back(), HasSubstr("e5xb4: BR-")) << "the smaller capture, which Russian rules allow";
  EXPECT_EQ(found.tokens.size(), 4U);
}

TEST(WildRecord, GamesThatSayNothingAreWhatTheOthersAre) {
  const Read found = read_wild(
      "[Event \"NK 1967\"]\n[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n[Result \"1-1\"]\n1-1\n\n"
      "[Event \"problem\"]\n[FEN \"W:W28,32:B14,19.\"]\n*\n\n"
      "[Event \"NK 1967\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 2-0\n\n"
      "[Event \"NK 1967\"]\n[Result \"*\"]\n1. 33-29 17-21 *\n");
  EXPECT_THAT(found.tokens, ElementsAre("international", "international", "international", "international"));
}

TEST(WildRecord, AFileMayHoldSeveralGames) {
  const Read found = read_wild(
      "[Event \"Friendly\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[Event \"Friendly\"]\n1. 11-15 23-19 2. 8-11 22-17 "
      "*\n\n"
      "[Event \"Friendly\"]\n1. 33-29 20-24 2. 29x20 15x24 *\n\n[Event \"Friendly\"]\n1. c3-d4 d6-c5 *\n\n"
      "[Event \"Friendly\"]\n[Variant \"Frysk!\"]\n1. 47-42 *\n\n[Event \"Friendly\"]\n[GameType \"23\"]\n1. 11-15 "
      "*\n");
  EXPECT_THAT(found.tokens, ElementsAre("international", "american", "international", "russian", "frysk", "pool"));
}

// Frisian draughts begins as the international game does, and captures along rows and columns soon.
TEST(WildRecord, ALongerGameOfOtherRulesIsOne) {
  std::string text;
  for (int i = 0; i < 5; ++i) {
    text +=
        "[Event \"?\"]\n1. 32-28 19-24 2. 31-26 14-19 3. 28-22 18x27 4. 34-29 13-18 5. 35-30 24x35 6. 39-34 27-31 7. "
        "36x27 "
        "10-14 8. 29-23 19x30 9. 41-36 20-24 10. 37-32 14-19 11. 26-21 17x26 12. 42-37 30-34 13. 40x20 15x24 *\n\n";
  }
  text +=
      "[Event \"?\"]\n1. 31-26 19-23 2. 35-30 18-22 3. 32-27 22x31 4. 36x27 16x36 5. 46x26 12-18 6. 41-36 20-24 7. "
      "30x28 "
      "8-12 8. 28x19 14x23 9. 33x13 9x18 10. 38-32 10-14 11. 39-33 4-10 12. 33-29 18-22 13. 27x16 *";
  EXPECT_THAT(read_wild(text).tokens, ElementsAre("international", "international", "international", "international",
                                                  "international", "frisian"));
}

TEST(WildRecord, WhatOtherGamesDeclareCounts) {
  std::string text = "[Event \"?\"]\n1. c3-d4 d6-c5 *\n\n";
  for (int i = 0; i < 3; ++i) text += "[Event \"?\"]\n[GameType \"26\"]\n1. c3-d4 d6-c5 *\n\n";
  EXPECT_EQ(read_wild(text).tokens.front(), "brazilian");
}

// GameType may name letters in a game of numbers and the other way round, from any corner.
TEST(WildRecord, TheNotationThatTheGameTypeNamesIsReadAndWritten) {
  const std::string letters = "[GameType \"20,W,10,10,A0,0\"]\n[FEN \"W:Wc3,e3:Bd8,Kf10\"]\n1. c3-d4 d8-e7 *\n";
  const Read found = read_wild(letters);
  EXPECT_EQ(tag_in(found.games.front(), "FEN"), "W:Wc3,e3:Bd8,Kf10");
  EXPECT_EQ(moves_in(found.games.front()), "1. c3-d4 d8-e7 *\n");
  EXPECT_EQ(read_wild(found.games.front()).games, found.games);

  const Read numbers = read_wild("[GameType \"25,W,8,8,N2,0\"] 1. 22-18 10-15 2. 18-14 9:18 *");
  EXPECT_EQ(moves_in(numbers.games.front()), "1. 22-18 10-15 2. 18-14 9:18 *\n");
  EXPECT_THAT(numbers.games.front(), HasSubstr("[GameType \"25,W,8,8,N2,0\"]"));
  const Read from_below = read_wild("[GameType \"25,W,8,8,N0,0\"] 1. 10-14 22-19 *");
  EXPECT_EQ(moves_in(from_below.games.front()), "1. 10-14 22-19 *\n") << "c3-d4 d6-e5 by numbers from a1";
  const Read plain = read_wild("[GameType \"25\"] 1. 22-18 10-15 *");
  EXPECT_EQ(moves_in(plain.games.front()), "1. c3-d4 d6-e5 *\n");
  const Read unasked = read_wild("[GameType \"21\"] 1. b6-c5 *");
  EXPECT_EQ(moves_in(unasked.games.front()), "1. 9-14 *\n") << "letters as White sees the board";
}

TEST(WildRecord, ExportsOfLidraughtsLoad) {
  const Read found = read_wild(
      "[Event \"Rated Frysk game\"]\n[Site \"https://lidraughts.org/Abcd1234\"]\n[Date \"2021.03.07\"]\n[White "
      "\"ann\"]\n"
      "[Black \"ben\"]\n[Result \"*\"]\n[UTCDate \"2021.03.07\"]\n[WhiteRating \"1600\"]\n[TimeControl \"180+2\"]\n"
      "[GameType \"97\"]\n[Termination \"Unterminated\"]\n\n"
      "1. 47-42 { [%clock w0:03:00 B0:03:00] } 2-8 { [%clock W0:03:00 b0:02:58] } 2. 42-37 *\n\n\n"
      "[Event \"Casual game\"]\n[Result \"1-1\"]\n[GameType \"40,W,10,10,N2,0\"]\n"
      "[FEN \"W:W28,K14:B1,K42:H2:F9:+142+214\"]\n\n9. 28-22 *\n");
  ASSERT_EQ(found.games.size(), 2U);
  EXPECT_THAT(moves_in(found.games[0]), StartsWith("1. 47-42 {[%clock w0:03:00 B0:03:00]}"));
  EXPECT_EQ(tag_in(found.games[1], "FEN"), "W:WK14,28:B1,K42:+2@14+1@42");
}

TEST(WildRecord, ExportsOfPlaystrategyLoad) {
  const Read found = read_wild(
      "[Event \"Casual game\"]\n[Site \"https://playstrategy.org/Abcd1234\"]\n[White \"ann\"]\n[Black \"ben\"]\n"
      "[Result \"1-0\"]\n[Variant \"Russian\"]\n[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n\n"
      "1. 22-18 10-15 2. 18-14 9x18 1-0\n\n\n[Event \"Casual game\"]\n[Variant \"International\"]\n\n1. 32-28 19-23 "
      "*\n");
  ASSERT_EQ(found.games.size(), 2U);
  EXPECT_EQ(moves_in(found.games[0]), "1. c3-d4 d6-e5 2. d4-c5 b6:d4 *\n");
  EXPECT_THAT(found.tokens, ElementsAre("russian", "international"));
}

// A match of KingsRow, as CheckerBoard writes it, which the author of KingsRow keeps: the side that begins comes first,
// no SetUp, no GameType, a star after every game whatever its result, the engine's own words and the referee's as
// comments over several lines, `1. ...`. The positions to start from are tags alone.
TEST(WildRecord, ExportsOfKingsRowLoad) {
  const Read match = read_wild(
      "[Event \"3-move match\"]\r\n[Date \"2024-08-01\"]\r\n[Black \"KingsRow 1.19\"]\r\n[White \"Cake 1.89d\"]\r\n"
      "[Result \"1/2-1/2\"]\r\n1. 11-15 {book} 23-19 {value=-2, depth 17/30.2/41, time 1.03s, 1823 kN/s, pv 23-19 "
      "8-11\r\n22-17 } 2. 8-11 22-17 { draw in 8 by db : gameover claimed} *\r\n\r\n"
      "[Event \"3-move match\"]\r\n[Date \"2024-08-01\"]\r\n[Black \"Cake 1.89d\"]\r\n[White \"KingsRow 1.19\"]\r\n"
      "[Result \"0-1\"]\r\n[FEN \"W:W18,32:B1,K2\"]\r\n1. ... 18-14 (a blunder (32-27 held)) 2. 1-5 "
      "{; CB declared draw by 40-move rule} *\r\n");
  ASSERT_EQ(match.games.size(), 2U);
  EXPECT_THAT(match.tokens, Each("american"));
  EXPECT_EQ(tag_in(match.games[0], "Black"), "KingsRow 1.19");
  EXPECT_EQ(tag_in(match.games[0], "Result"), "1/2-1/2");
  EXPECT_EQ(moves_in(match.games[0]),
            "1. 11-15 {book} 1... 23-19 {value=-2, depth 17/30.2/41, time 1.03s, 1823 kN/s,\n"
            "pv 23-19 8-11 22-17} 2. 8-11 22-17 {draw in 8 by db : gameover claimed} *\n");
  EXPECT_EQ(tag_in(match.games[1], "FEN"), "W:W18,32:B1,K2");
  EXPECT_EQ(moves_in(match.games[1]),
            "1... 18-14 {a blunder (32-27 held)} 2. 1-5 {; CB declared draw by 40-move rule}\n*\n");
  EXPECT_THAT(match.notes, ElementsAre("line 15, column 14: words between parentheses are read as a comment"));

  const Read deck = read_wild(
      "[FEN \"W:W24,23,22,21,27,26,25,32,31,30,29:B4,3,2,1,7,6,5,11,10,9,15\"] *\r\n"
      "[FEN \"W:W17,24,23,22,28,27,25,32,31,30,29:B4,3,2,1,7,6,5,11,10,9,15\"] *\r\n",
      guessed_game, "italian");
  EXPECT_THAT(deck.tokens, ElementsAre("italian", "italian")) << "as the file's name, 11_man_italian.pdn, says";
  EXPECT_THAT(deck.notes, IsEmpty());
}

// CheckerBoard's own games: the first player first, steps with the sign of a capture, results inside.
TEST(WildRecord, ExportsOfCheckerBoardLoad) {
  const Read found = read_wild(
      "[Event \"Ohio State Ty\"]\n[Black \"A Tinsman\"] \n[White \"B King\"] \n[Result \"1-0\"] \n"
      "1. 11-15 23-18 2. 8-11 27x23 3. 4-8 23-19 4. \n10x14 19x10 5. 14x23 26x19 6. 7x14 1-0\n\n"
      "[Event \"?\"]\n[Date \"?\"]\n[Black \"?\"]\n[White \"?\"]\n[Result \"*\"]\n[Setup \"1\"]\n"
      "[FEN \"B:W32,K7:B1,K2.\"]\n1. 2x11 ! (White gives up) *\n");
  ASSERT_EQ(found.games.size(), 2U);
  EXPECT_EQ(moves_in(found.games[0]),
            "1. 11-15 23-18 2. 8-11 27-23 3. 4-8 23-19 4. 10-14 19x10 5. 14x23 26x19 6. 7x14\n*\n")
      << found.games[0];
  EXPECT_EQ(moves_in(found.games[1]), "1. 2x11 $1 {White gives up} *\n");
  EXPECT_THAT(found.notes, ElementsAre("line 5, column 24: 27x23 captures nothing and is read as a step, and 1 more",
                                       "line 15, column 11: words between parentheses are read as a comment"));
}

std::string position_of(const std::string& token, std::string_view text) {
  const auto game = *source().start(token);
  const auto set = set_recorded_position(*game, text);
  return set ? game->position() : to_text(set.error());
}

TEST(WildPosition, OneReaderTakesEveryWriting) {
  EXPECT_EQ(position_of("american", "[FEN \"B:W18,24:B12,K22\"]"), "B:W18,24:B12,K22");
  EXPECT_EQ(position_of("american", " fen \"B:W18,24:B12,K22.\" "), "B:W18,24:B12,K22");
  EXPECT_EQ(position_of("american", "/FEN \"B:W18,24:B12,K22\"/"), "B:W18,24:B12,K22");
  EXPECT_EQ(position_of("american", "W:Wc3,Ka1:Bd6,h8"), "W:W22,K29:B4,10");
  EXPECT_EQ(position_of("international", "W:WC3,Ka1:Bd6"), "W:W37,K46:B22");
  EXPECT_EQ(position_of("russian", "W:W21-23,K32:B1,KD8"), "W:WKg1,a3,c3,e3:Bb8,Kd8");
  EXPECT_EQ(position_of("turkish", "W:W49:B9"), "W:Wa2:Ba7");
  EXPECT_EQ(position_of("frisian", "W:W28,K14:B1,K42:H0:F9:+0+2"), "W:WK14,28:B1,K42:+2@14+0");
  EXPECT_EQ(position_of("american", "w:w21-22,k32:b1,k2"), "W:W21,22,K32:B1,K2") << "as CheckerBoard reads it";
  EXPECT_EQ(position_of("russian", "b:wc1:bb8,kd8"), "B:Wc1:Bb8,Kd8");
  EXPECT_EQ(position_of("canadian", "w:wk1:bb12"), position_of("canadian", "W:Wk1:Bb12")) << "there k1 is a square";
  EXPECT_EQ(position_of("american",
                        "W:WK17-K18:B1\xE2\x80\x93"
                        "3"),
            "W:WK17,K18:B1-3")
      << "a dash of a web page";
  EXPECT_THAT(position_of("american", "W:W2 3:B1"), HasSubstr("expected ',' or ':' before ' 3:B1'")) << "not 23";
  EXPECT_THAT(position_of("russian", "W:W2 3:B1"), HasSubstr("expected a square from a1 to h8"));
  EXPECT_EQ(position_of("american", "W : W 21 , K 22 - 23 : B 1"), "W:W21,K22,K23:B1");
  EXPECT_THAT(position_of("american", "w:w99:b1"), HasSubstr("expected a square from 1 to 32, found '99"));
  EXPECT_THAT(position_of("american", "W:Wz9:B1"), HasSubstr("expected a square from 1 to 32"));
  EXPECT_THAT(position_of("russian", "W:W33:B1"), HasSubstr("expected a square from a1 to h8"));
  EXPECT_THAT(position_of("american", ""), HasSubstr("expected W or B"));
}

}  // namespace
}  // namespace crownstar::game
