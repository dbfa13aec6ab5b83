// Moves of draughts in steps of four digits, as they are sent and as they come.
#include "site/server/api/bot/steps/steps.hpp"

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "site/match/seating.hpp"

namespace crownstar::server {
namespace {

using namespace std::chrono_literals;

match::Match begun(std::string_view game, std::string_view position = {}) {
  const match::Instant now{std::chrono::days{20'000}};
  const std::vector<match::Player> players{{"ann", "Ann", match::PlayerKind::account, 1'500, false},
                                           {"ben", "Ben", match::PlayerKind::account, 1'500, false}};
  const match::Terms terms{std::string(game), std::string(position), {{match::ClockKind::fischer, 300s, 3s, 0}}, false};
  return *match::Match::replay(*match::opening(terms, players, now));
}

void play(match::Match& match, std::string_view text) {
  const match::Instant now = match.started_at() + 1s * (match.number() + 1);  // before anybody's time is up
  const auto batch = match.handle({match.seat_to_move(), match.number(), match::Move{std::string(text)}, {}}, now);
  ASSERT_TRUE(batch) << batch.error().reason;
  ASSERT_TRUE(match.apply(*batch));
}

// What a sender's text comes to; `-` where more steps are waited for.
std::string come_of(std::optional<BegunCapture>& begun, const match::Match& match, std::string_view text) {
  const auto taken = take_steps(match, begun, text);
  begun = taken ? taken->begun : std::nullopt;
  if (!taken) return taken.error().code;
  return begun ? "-" : taken->move;
}

TEST(Steps, ACaptureIsSeveralWordsOfTheMoves) {
  match::Match match = begun("international", "W:W28,32:B23,14");
  MovesText moves;
  EXPECT_EQ(moves.of(match), "");
  play(match, "28x10");
  EXPECT_EQ(moves.of(match), "2819 1910");
  EXPECT_EQ(moves.last(), "2819 1910");
  MovesText own(true);
  EXPECT_EQ(own.of(match), match.moves().front().text);
}

TEST(Steps, WhatIsTakenBackIsForgotten) {
  match::Match match = begun("international");
  MovesText moves;
  play(match, "32-28");
  play(match, "19-23");
  EXPECT_EQ(moves.of(match), "3228 1923");
  EXPECT_EQ(moves.last(), "1923");
  const match::Match other = [] {
    match::Match next = begun("international");
    play(next, "31-27");
    return next;
  }();
  EXPECT_EQ(moves.of(other).substr(0, 4), "3127");
}

TEST(Steps, SquaresWithLettersAreNumberedRowByRow) {
  match::Match match = begun("russian");
  MovesText moves;
  play(match, "c3-d4");
  EXPECT_EQ(moves.of(match), "2218");
  std::optional<BegunCapture> memory;
  EXPECT_EQ(come_of(memory, match, "0914"), match.game().parse("b6-c5")->text);
}

TEST(Steps, StepsOfACaptureAreWaitedFor) {
  const match::Match match = begun("international", "W:W28,32:B23,14");
  std::optional<BegunCapture> memory;
  EXPECT_EQ(come_of(memory, match, "2819"), "-");
  EXPECT_EQ(come_of(memory, match, "1910"), match.game().parse("28x10")->text);
  EXPECT_EQ(come_of(memory, match, "281910"), match.game().parse("28x10")->text) << "at once";
  EXPECT_EQ(come_of(memory, match, "2819"), "-");
  EXPECT_EQ(come_of(memory, match, "2819"), "-") << "begun anew";
  EXPECT_EQ(come_of(memory, match, "1910"), match.game().parse("28x10")->text);
}

TEST(Steps, AKingMayLandWhereItLikesOnTheWay) {
  // 46 takes 37 or 32 on the long line, and turns from any square behind it to take 18.
  const match::Match match = begun("international", "W:WK46:B37,18");
  std::optional<BegunCapture> memory;
  const auto legal = *match.game().legal_moves();
  ASSERT_FALSE(legal.empty());
  const auto longest =
      std::ranges::max_element(legal, {}, [](const game::MoveView& move) { return move.captured.size(); });
  const SquareNumbers numbers(match.game());
  const std::string steps = numbers.steps_of(*longest);
  for (std::size_t at = 0; at < steps.size(); at += 5) {
    const bool is_last = at + 5 > steps.size();
    EXPECT_EQ(come_of(memory, match, steps.substr(at, 4)), is_last ? longest->text : "-");
  }
}

TEST(Steps, AnIllegalOneIsLeftToTheMatchToExplain) {
  const match::Match match = begun("international");
  std::optional<BegunCapture> memory;
  EXPECT_EQ(come_of(memory, match, "3217"), "32-17");
  EXPECT_EQ(come_of(memory, match, "3299"), "illegal_move");
  EXPECT_EQ(come_of(memory, match, "32-28"), "32-28") << "in any form that the game reads";
}

TEST(Steps, OfAnotherPositionOrOfNoSenseAreForgotten) {
  const match::Match match = begun("international", "W:W28,32:B23,14");
  std::optional<BegunCapture> memory;
  EXPECT_EQ(come_of(memory, match, "2819"), "-");
  const BegunCapture good = *memory;
  for (const BegunCapture& other : {BegunCapture{good.last_move + 1, good.squares}, BegunCapture{good.last_move, {}},
                                    BegunCapture{good.last_move, {good.squares.front(), 100'000}}}) {
    memory = other;
    EXPECT_NE(come_of(memory, match, "1910"), match.game().parse("28x10")->text);
  }
}

TEST(Steps, WhatJumpsMayHaveBegunBefore) {
  const match::Match match = begun("international", "W:W28,32:B23,14");
  for (const char* jump : {"2819", "1910", "281910"}) EXPECT_TRUE(is_jump(match.game(), jump)) << jump;
  for (const char* none : {"3227", "28x10", "28", "9999", "2818"}) EXPECT_FALSE(is_jump(match.game(), none)) << none;
}

TEST(Steps, PositionsHaveNoRanges) {
  const auto game = *game::start("russian");
  ASSERT_TRUE(game->set_position("W:Wa1,Kc3:Bh8"));
  EXPECT_EQ(numbered_position(*game), "W:WK22,29:B4");
}

}  // namespace
}  // namespace crownstar::server
