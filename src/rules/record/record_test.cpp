#include "rules/record/record.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_test_game.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_ladder::ladder_source;

std::expected<ReadRecord, PdnProblem> read_ladder(std::string_view text) {
  PdnReader reader;
  reader.feed(text);
  PdnStep step = reader.next();
  if (step == PdnStep::needs_more) {
    reader.finish();
    step = reader.next();
  }
  if (step == PdnStep::problem) return std::unexpected(reader.problem());
  EXPECT_EQ(step, PdnStep::game) << text;
  return read_record(reader.game(), ladder_source(), "ladder");
}

ReadRecord read_well(std::string_view text) {
  auto result = read_ladder(text);
  EXPECT_TRUE(result.has_value()) << text << "\n" << (result ? "" : to_text(result.error()));
  return result ? *std::move(result) : ReadRecord{};
}

std::string problem_of(std::string_view text) {
  const auto result = read_ladder(text);
  return result ? "no problem: " + write_record(result->record) : to_text(result.error());
}

// The moves as they are written, and the law that what is written reads back.
std::string ladder_moves(std::string_view text) {
  const GameRecord record = read_well(text).record;
  const std::string written = write_record(record);
  EXPECT_EQ(read_well(written).record, record) << written;
  return written.substr(written.find("\n\n") + 2);
}

TEST(Record, IsWrittenWithItsRosterFirst) {
  EXPECT_EQ(write_record(read_well("[Annotator \"me\"][round \"3\"][White \"a \\\"b\\\" \\\\\"] 1x3 1-0").record),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n[White \"a \\\"b\\\" \\\\\"]\n"
            "[Black \"?\"]\n[Result \"1-0\"]\n[GameType \"70,W,1,20,N0,0\"]\n[Annotator \"me\"]\n\n"
            "1. 1x3 *\n");
}

TEST(Record, WritesMovesWithTheirNumbers) {
  EXPECT_EQ(ladder_moves("1x3 2x4 3x5 4x6 5x7"), "1. 1x3 2x4 2. 3x5 4x6 3. 5x7 *\n");
  EXPECT_EQ(ladder_moves("[FEN \"2:1,2\"] 2-3 1-2 3-4"), "1... 2-3 2. 1-2 3-4 *\n");
  EXPECT_EQ(ladder_moves("1x3 {well} 2x4 $1 3x5"), "1. 1x3 {well} 1... 2x4 $1 2. 3x5 *\n");
}

TEST(Record, WritesVariationsAfterTheMoveThatTheyVary) {
  EXPECT_EQ(ladder_moves("[FEN \"1:1,9\"] 1-2 (1-2 9-10 (9-10! {a} 2-3) 2-3) (1-2) 9-10"),
            "1. 1-2 (1. 1-2 9-10 (1... 9-10 $1 {a} 2. 2-3) 2. 2-3) (1. 1-2) 1... 9-10 *\n");
  EXPECT_EQ(ladder_moves("1x3 ({before} 1x3) {between} 2x4 (2x4) {last}"),
            "1. 1x3 ({before} 1. 1x3) {between} 1... 2x4 {last} (1... 2x4) *\n");
}

TEST(Record, ARemarkInBracketsIsARemark) {
  EXPECT_EQ(ladder_moves("1x3 ({only words} !?) 2x4"), "1. 1x3 $5 {only words} 1... 2x4 *\n");
  EXPECT_EQ(ladder_moves("{first} $3 1x3"), "$3 {first} 1. 1x3 *\n");
}

TEST(Record, ReadsClocksAndKeepsThem) {
  const std::string text =
      "{[%clk 0:05:00]} 1x3 {[%clk 0:04:58] [%emt 0:00:02.5] good} 2x4 {fine [%eval 3]} {[%clk 0:04:00]}";
  const GameRecord record = read_well(text).record;
  EXPECT_THAT(record.node(0).clocks, ElementsAre(ClockReading{ClockKind::remaining, {{300000}}}));
  EXPECT_THAT(record.node(1).clocks, ElementsAre(ClockReading{ClockKind::remaining, {{298000}}},
                                                 ClockReading{ClockKind::move_time, {{2500}}}));
  EXPECT_THAT(record.node(1).comments, ElementsAre("good"));
  EXPECT_THAT(record.node(2).comments, ElementsAre("fine [%eval 3]"));
  EXPECT_EQ(
      ladder_moves(text),
      "{[%clk 0:05:00]} 1. 1x3 {[%clk 0:04:58] [%emt 0:00:02.5] good} 1... 2x4\n{[%clk 0:04:00] fine [%eval 3]} *\n");
}

TEST(Record, BreaksLinesAtEightyColumnsAndNeverBeforeWhatLooksLikeATag) {
  const std::string words(70, 'a');
  EXPECT_EQ(ladder_moves("1x3 2x4 {" + words + " [b c\n%d e}"), "1. 1x3 2x4\n{" + words + " [b c %d\ne} *\n");
  EXPECT_EQ(ladder_moves("1x3 2x4 {" + words + "aaaaaaaa [b}"), "1. 1x3 2x4\n{" + words + "aaaaaaaa [b}\n*\n");
  const std::string long_word(300, 'a');
  EXPECT_EQ(ladder_moves("1x3 {" + long_word + " b} 2x4"), "1. 1x3\n{" + long_word + "\nb} 1... 2x4 *\n");
}

TEST(Record, ReadsSetups) {
  EXPECT_EQ(ladder_moves("1x3 /FEN \"2:3,9\"/ (/fen 1:4,9/ 4-5) {so} 9-10 3-4"),
            "1. 1x3 /FEN \"2:3,9\"/ (/FEN \"1:4,9\"/ 2. 4-5) {so} 1... 9-10 2. 3-4 *\n");
  EXPECT_EQ(problem_of("1x3 /B::/"), "line 1, column 5: '/B::/': expected /FEN \"position\"/ or /OUT \"seat reason\"/");
  EXPECT_EQ(problem_of("1x3 /FEN \"9\"/"), "line 1, column 5: '/FEN \"9\"/': LA-1: expected seat:square,square");
}

TEST(Record, SaysEveryProblemOnOneLine) {
  EXPECT_EQ(problem_of("1x3 /FEN\r\n\"9\"/"), "line 1, column 5: '/FEN??\"9\"/': LA-1: expected seat:square,square");
}

TEST(Record, LeavesOutAPositionThatIsTheGamesOwn) {
  EXPECT_EQ(read_well("[FEN \"1:1,2\"] 1x3").record.start, "");
  const GameRecord record = read_well("[SetUp \"1\"][FEN \"1:3,4\"] *").record;
  EXPECT_EQ(record.start, "1:3,4");
  EXPECT_THAT(write_record(record), HasSubstr("[FEN \"1:3,4\"]\n"));
  EXPECT_EQ(record.find_tag("SetUp"), nullptr);
  EXPECT_EQ(problem_of("\n [FEN \"1:3\"] *"), "line 2, column 2: FEN '1:3': LA-1: expected seat:square,square");
}

TEST(Record, ReadsTheTypeByNumberNameOrToken) {
  EXPECT_EQ(read_well("[GameType \"70\"] *").record.token, "ladder");
  EXPECT_EQ(read_well("[GameType \"71,W,1,1,N0\"] *").record.token, "stairs");
  EXPECT_EQ(read_well("[GameType \"stairs\"] *").record.token, "stairs");
  EXPECT_EQ(read_well("[GameType \"stairs:seats=3\"] *").record.token, "stairs:seats=3");
  EXPECT_EQ(read_well("[GameType \"71\"][OptionSeats \"3\"][optionDraw \"4\"] *").record.token,
            "stairs:seats=3,draw=4");
  EXPECT_EQ(problem_of("[GameType \"21\"] *"),
            "line 1, column 1: GameType '21': no game has this type; expected one of 70 (ladder) 71 (stairs)");
  EXPECT_EQ(problem_of("[GameType \"chess\"] *"),
            "line 1, column 1: GameType 'chess': no such game; expected ladder or stairs");
  EXPECT_EQ(problem_of("[GameType \"71\"][OptionSeats \"9\"] *"),
            "line 1, column 1: GameType 'stairs:seats=9': LA-5: two to four seats");
}

TEST(Record, SaysWhichGameItTookForGranted) {
  EXPECT_EQ(read_well("1x3").guess, "no GameType: read as ladder");
  EXPECT_EQ(read_well("[GameType \"70\"] 1x3").guess, "");
  EXPECT_THAT(read_well("[GameType \"70\"] 1x3").notes, IsEmpty());
}

TEST(Record, NamesThePlaceTheMoveAndTheRule) {
  EXPECT_EQ(problem_of("1x3 2x4\n 2. 3-4"), "line 2, column 5: 3-4: LA-2: no such step on the ladder");
  EXPECT_EQ(problem_of("1x3 resigns"), "line 1, column 5: resigns: expected a move such as 1-2");
  EXPECT_EQ(problem_of("1x3 ("), "line 1, column 5: a variation that is not closed; expected )");
  EXPECT_EQ(problem_of("(1x3) 1x3"),
            "line 1, column 1: (: a variation before there is a move to vary; expected a move");
  EXPECT_EQ(problem_of("[FEN \"1:19,2\"] 19-20 2-3"),
            "line 1, column 22: 2-3: LA-3: the game is over: the top is reached");
}

TEST(Record, ReadsMovesInTheWritingsOfOldFiles) {
  EXPECT_EQ(ladder_moves("01x03 2:4 3X5 0406"), "1. 1x3 2x4 2. 3x5 4x6 *\n");
  EXPECT_EQ(ladder_moves("1-3 2 x 4"), "1. 1x3 2x4 *\n");
  const ReadRecord step = read_well("[FEN \"1:1,9\"] 1x2");
  EXPECT_THAT(write_record(step.record), ::testing::EndsWith("\n\n1. 1-2 *\n"));
  EXPECT_THAT(step.notes, ElementsAre("line 1, column 15: 1x2 captures nothing and is read as a step"));
}

TEST(Record, GoesOnPastADraw) {
  const ReadRecord result = read_well("[GameType \"ladder:draw=2\"] 1x3 2x4 3x5 4x6 1/2-1/2");
  EXPECT_EQ(result.record.main_line().size(), 4U);
  EXPECT_THAT(result.notes, ElementsAre("line 1, column 36: the game goes on past a draw (LA-4: too many moves)"));
}

TEST(Record, WritesResultsInTheFormOfTheGame) {
  const auto result_tag = [](std::string_view text) {
    const std::string written = write_record(read_well(text).record);
    const std::size_t start = written.find("[Result ");
    return written.substr(start, written.find("[GameType") - start);
  };
  EXPECT_EQ(result_tag("1x3 2-0"), "[Result \"1-0\"]\n");
  EXPECT_EQ(result_tag("1x3 1-1"), "[Result \"1/2-1/2\"]\n");
  EXPECT_EQ(result_tag("1x3 0-2"), "[Result \"0-1\"]\n");
  EXPECT_EQ(result_tag("1x3 0-0"), "[Result \"0-0\"]\n");
  EXPECT_EQ(result_tag("1x3 *"), "[Result \"*\"]\n");
  EXPECT_EQ(result_tag("[Result \"4-6\"] 1x3"), "[Result \"4-6\"]\n");
  EXPECT_EQ(result_tag("[Result \"?\"] 1x3 0-1"), "[Result \"0-1\"]\n");
  EXPECT_EQ(result_tag("[GameType \"stairs:seats=3\"][Result \"2-1-3\"] *"),
            "[Result \"2-1-3\"]\n[ResultFormat \"Places\"]\n");
  EXPECT_EQ(result_tag("[GameType \"stairs:seats=3\"][Result \"0-0-0\"] *"), "[Result \"*\"]\n");
  EXPECT_EQ(result_tag("[GameType \"stairs:seats=3\"][Result \"1-0\"] *"), "[Result \"1-0\"]\n");
}

TEST(Record, KeepsAResultOfItsOwnFormat) {
  const GameRecord record = read_well("[ResultFormat \"Plus draw\"][Result \"1+ - 1-\"] 1x3 1-1").record;
  EXPECT_EQ(record.result.other, "1+ - 1-");
  EXPECT_EQ(record.find_tag("ResultFormat")->value, "Plus draw");
}

TEST(Record, SaysWhereResultsDisagree) {
  EXPECT_THAT(read_well("[GameType \"70\"][Result \"1-0\"] 1x3 0-1").notes,
              ElementsAre("the game ends with 0-1, its tag says 1-0: the tag is believed"));
  EXPECT_THAT(read_well("[GameType \"70\"][FEN \"1:19,2\"] 19-20 0-1").notes,
              ElementsAre("the record says 0-1, the rules 1-0 (LA-3: the top is reached)"));
  EXPECT_THAT(read_well("[GameType \"70\"][FEN \"1:19,2\"] 19-20 1-0").notes, IsEmpty());
}

// The third seat steps between the first and the second: now the first has two pieces in front of it.
TEST(Record, Cc16WritesAPassWhereASeatCouldNotMove) {
  const std::string start = "[GameType \"stairs:seats=3\"][FEN \"3:1,3,1\"] ";
  EXPECT_EQ(ladder_moves(start + "1-2 -- 3-4 2-3 1-2 4-5"), "1... 1-2 -- 2. 3-4 2-3 3. 1-2 4-5 *\n");
  EXPECT_EQ(ladder_moves(start + "1-2 3-4"), "1... 1-2 -- 2. 3-4 *\n") << "it need not be written";
  EXPECT_EQ(problem_of(start + "1-2 -- -- 3-4"), "line 1, column 51: --: Seat 2 can move, and must");
  EXPECT_EQ(problem_of("[FEN \"1:19,2\"] 19-20 --"), "line 1, column 22: --: the game is over: the top is reached");
}

TEST(Record, AStarsSeatsAreTags) {
  const std::string written = write_record(read_well("[GameType \"stairs:seats=3\"][seat2 \"Ann\"] *").record);
  EXPECT_EQ(written.substr(0, written.find("\n\n")),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Seat1 \"?\"]\n[Seat2 \"Ann\"]\n"
            "[Seat3 \"?\"]\n[Result \"*\"]\n[GameType \"71\"]\n[OptionSeats \"3\"]");
}

TEST(Record, IsBuiltMoveByMove) {
  const RecordSource source = ladder_source();
  const auto game = *source.start("ladder");
  GameRecord record = begin_record(*game, source);
  int node = 0;
  for (const std::string_view text : {"1x3", "2x4"}) {
    const MoveView move = *game->parse(text);
    node = add_move(record, node, *game, move);
    ASSERT_TRUE(game->play(move));
  }
  record.node(node).comments.emplace_back("a } and\na line");
  record.tags.push_back({"Bad name", "x"});
  const std::string written = write_record(record);
  EXPECT_THAT(written, ::testing::EndsWith("\n\n1. 1x3 2x4 {a ) and a line} *\n"));
  EXPECT_THAT(written, ::testing::Not(HasSubstr("Bad name")));
}

TEST(Record, KeepsBothOfTwoTagsOfOneName) {
  const std::string text = "[Site \"a\"][Black \"b\"][Site \"c\"] 1x3";
  const GameRecord record = read_well(text).record;
  EXPECT_EQ(*record.find_tag("Site"), (RecordTag{"Site", "a"}));
  EXPECT_EQ(record.tags.back(), (RecordTag{"Site", "c"}));
  EXPECT_EQ(read_well(write_record(record)).record, record);
}

// Other programs write two tags as [Site "Ann”][Black "Ben"], so a bracket inside one of ours is escaped.
TEST(Record, KeepsAValueThatLooksLikeTheEndOfATag) {
  GameRecord record = read_well("[Black \"b\"] 1x3").record;
  for (const std::string_view value : {"a\u201D][Black", "a\u2019 ] [b", "a\u201D]\\[b", "a\u201D]", "a][b", "\\[b"}) {
    record.tags.front() = {"Site", std::string(value)};
    EXPECT_EQ(read_well(write_record(record)).record.find_tag("Site")->value, value) << write_record(record);
  }
  record.tags.front().value = "a\u201D]\n[b";
  EXPECT_EQ(read_well(write_record(record)).record.find_tag("Site")->value, "a\u201D] [b");
  EXPECT_THAT(write_record(record), HasSubstr("[Site \"a\u201D] \\[b\"]\n"));
}

TEST(Record, AGameTypeOfAnotherProgramIsKnownByItsNumber) {
  RecordSource source = ladder_source();
  source.games.push_back({"international", "20,W,10,10,N2,0", ResultForm::two_points});
  EXPECT_EQ(source.find_number(99)->id, "international");
  EXPECT_EQ(source.find_number(98), nullptr);
  EXPECT_EQ(source.find_number(-1), nullptr);
  EXPECT_EQ(game_type_number("21,B,8,8,N1,0"), 21);
  EXPECT_EQ(game_type_number("99999999999999999999"), -1);
  EXPECT_EQ(game_type_number("x"), -1);
}

}  // namespace
}  // namespace crownstar::game
