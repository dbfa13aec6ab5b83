#include "site/match/record/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_writer.hpp"
#include "site/match/match_fixture_test.hpp"

namespace crownstar::match {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_match::byoyomi;
using testing_match::days;
using testing_match::delay;
using testing_match::fischer;
using testing_match::MatchFixture;
using testing_match::people;
using testing_match::turns;

// Reads what was written; the notes are empty where record and rules agree.
std::vector<std::string> notes_of(const std::string& text) {
  game::PdnReader reader;
  reader.feed(text);
  reader.finish();
  EXPECT_EQ(reader.next(), game::PdnStep::game) << text;
  static const game::RecordSource source = game::catalog_source();
  const auto read = game::read_record(reader.game(), source);
  if (!read) return {to_text(read.error())};
  EXPECT_EQ(game::write_record(read->record), text);
  return read->notes;
}

TEST(MatchRecord, writes_pdn_with_players_clocks_and_the_end) {
  MatchFixture table({"american", {}, {fischer(300s, 2s)}, false});
  table.move("11-15", 3s);
  table.move("22-18", 4s);
  table.move("15x22", 10s);
  table.move("25x18", 1500ms);
  table.tell(0, Resign{});
  const std::string text = game::write_record(record_of(table.match, {"Evening", "", ""}));
  EXPECT_EQ(text,
            "[Event \"Evening\"]\n[Site \"?\"]\n[Date \"2024.10.04\"]\n[Round \"?\"]\n[White \"Player b\"]\n"
            "[Black \"Player a\"]\n[Result \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n[BlackRating \"1500\"]\n"
            "[WhiteRating \"1500\"]\n[TimeControl \"300+2\"]\n[Termination \"normal\"]\n[PlyCount \"4\"]\n\n"
            "1. 11-15 {[%clk 0:05:00]} 1... 22-18 {[%clk 0:05:00]} 2. 15x22 "
            "{[%clk 0:04:52]}\n2... 25x18 {[%clk 0:05:00.5] Red resigned} *\n");
  EXPECT_THAT(notes_of(text), testing::IsEmpty());
}

TEST(MatchRecord, the_computer_is_told_by_its_level) {
  std::vector<Player> players = people(2);
  players[1] = {"casual", "Casual", PlayerKind::engine, 0, false};
  const MatchFixture table({"american", {}, {}, false}, players);
  EXPECT_THAT(game::write_record(record_of(table.match)), HasSubstr("[White \"Computer (Casual)\"]"));
}

TEST(MatchRecord, a_running_game_has_no_result_and_no_clock_tells_the_time_of_a_move) {
  MatchFixture table({"american", "B:WK29:BK1,2", {}, false});
  table.move("1-6", 3s);
  const std::string text = game::write_record(record_of(table.match));
  EXPECT_THAT(text, HasSubstr("[Result \"*\"]"));
  EXPECT_THAT(text, HasSubstr("[FEN \"B:WK29:BK1,2\"]"));
  EXPECT_THAT(text, HasSubstr("[TimeControl \"-\"]\n[Termination \"unterminated\"]"));
  EXPECT_THAT(text, HasSubstr("1. 1-6 {[%emt 0:00:03]} *"));
  EXPECT_THAT(notes_of(text), testing::IsEmpty());
}

TEST(MatchRecord, who_leaves_a_star_is_in_the_moves) {
  MatchFixture table({"sternhalma:players=3", {}, {fischer(60s, 0s), fischer(60s, 0s), byoyomi(0s, 5s, 1)}, false});
  table.move("d6-e7");
  table.move("j5-i5");
  table.tell(1, Resign{});
  table.move("j14-i13");
  table.now += 61s;
  table.tick();
  const std::string text = game::write_record(record_of(table.match));
  EXPECT_THAT(text, HasSubstr("[Result \"2-3-1\"]\n[ResultFormat \"Places\"]"));
  EXPECT_THAT(text, HasSubstr("[Seat3Rating \"1500\"]"));
  EXPECT_THAT(text, HasSubstr("[TimeControl1 \"60\"]\n[TimeControl2 \"60\"]\n[TimeControl3 \"0:1x5\"]"));
  EXPECT_THAT(text, HasSubstr("[Termination \"time forfeit\"]"));
  EXPECT_THAT(text, HasSubstr("/OUT \"2 resigned\"/"));
  EXPECT_THAT(text, HasSubstr("/OUT \"1 ran out of time\"/"));
  EXPECT_THAT(notes_of(text), testing::IsEmpty());
}

TEST(MatchRecord, an_aborted_game_has_no_result) {
  MatchFixture table({"flying-king", {}, {}, false});
  table.tell(0, Abort{});
  const std::string text = game::write_record(record_of(table.match));
  EXPECT_THAT(text, HasSubstr("[Result \"*\"]"));
  EXPECT_THAT(text, HasSubstr("[Termination \"abandoned\"]"));
  EXPECT_THAT(text, HasSubstr("{White aborted the game}"));
}

TEST(MatchRecord, an_agreed_draw_is_a_draw) {
  MatchFixture table({"international", {}, {}, false});
  for (int count = 0; count < 2; ++count) table.any_move();
  table.tell(0, OfferDraw{});
  table.tell(1, AnswerDraw{true});
  const std::string text = game::write_record(record_of(table.match));
  EXPECT_THAT(text, HasSubstr("[Result \"1-1\"]"));
  EXPECT_THAT(notes_of(text), testing::IsEmpty());
}

TEST(MatchRecord, tells_every_kind_of_clock) {
  EXPECT_EQ(time_control({}), "-");
  EXPECT_EQ(time_control(fischer(300s, 0s)), "300");
  EXPECT_EQ(time_control({ClockKind::fischer, 1500ms, 2s, 0}), "1.500+2");
  EXPECT_EQ(time_control(delay(300s, 5s)), "300d5");
  EXPECT_EQ(time_control(byoyomi(600s, 30s, 3)), "600:3x30");
  EXPECT_EQ(time_control(days(3)), "1/259200");
  EXPECT_EQ(time_control(turns(30s)), "1/30x3");
}

}  // namespace
}  // namespace crownstar::match
