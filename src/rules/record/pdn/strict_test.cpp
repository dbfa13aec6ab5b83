#include "rules/record/pdn/strict.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> problems_of(std::string_view text) {
  std::vector<std::string> problems;
  check_strict_pdn(text, [&](const PdnProblem& problem) { problems.push_back(to_text(problem)); });
  return problems;
}

std::uint64_t good_games(std::string_view text) {
  return check_strict_pdn(text, [](const PdnProblem&) {});
}

TEST(StrictPdn, TakesWhatTheStandardWrites) {
  for (const std::string_view text :
       {"1. 32-28 19-23", "% a comment\n[Date \"2012.02.01\"]\n1. 32-28 19-23 *\n", "1.32-28!? 19-23(!?!!!) 2.28x19 *",
        "1.a3b4", "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23",
        "[White \"a \\\"b\\\"\"] 32-28", "[FEN \"W:W31-50:B1-20\"]\n*", "[FEN \"?:W29,K13,11:B22,4,2\"] *",
        "[FEN \"B::\"] *", "1.31-26 17-21 /FEN \"B:B1-16,18-21:W26,28,33-50\"/ {a slip}", "47x38x24x13x36 $1",
        "23... 20-25", "[GameType \"25,W,8,8,A0,0\"] 1. c3-d4 d6-c5 2. d4:b6 a7:c5 *", "[GameType \"21\"] 11-15 *",
        "[White \"\xD0\xA1\"] 32-28 *", "[GameType \"90\"][FEN \"1:1=a5:4=q13\"] 1. a5-b6-c7 -- *"}) {
    EXPECT_THAT(problems_of(text), IsEmpty()) << text;
    EXPECT_EQ(good_games(text), 1U) << text;
  }
  EXPECT_EQ(good_games("1. 32-28 * 1. 33-29 *"), 2U);
  EXPECT_EQ(good_games(""), 0U);
}

TEST(StrictPdn, RefusesWhatOnlyReadersTake) {
  for (const std::string_view text : {"1. 33-29 19-23 2. 35-30 { nested { comment } } ",
                                      "01-07",
                                      "1 - 7",
                                      "32-28 !",
                                      "32-28 1-0",
                                      "32-28 1/2-1/2",
                                      "32-28 0-1",

                                      "1. 32-28 *\n*",
                                      "*",
                                      "[white \"a\"] *",
                                      "[White a] *",
                                      "[White \"a\"b\"] *",
                                      "[FEN \"W:W31-50:B1-20.\"] *",
                                      "[FEN \"W: W31:B1\"] *",
                                      "[GameType \"international\"] *",
                                      "[GameType \"20,W,10,10,N2,0\"] a3-b4 *",
                                      "[GameType \"25,W,8,8,A0,0\"] 22-18 *",
                                      "32:23 *",
                                      "32-28 (19-23 *",
                                      "32-28 19-23) *",
                                      "32-28 () 19-23 *",
                                      "{open",
                                      "/FEN",
                                      "32-28 $ *",
                                      "1.. 32-28 *",
                                      "1. 2. 32-28 *",
                                      "32-28-23 *",
                                      "32 28 *",
                                      "resigns *",
                                      "[Event \"a\"] 32-28 [Event \"b\"] *",
                                      "1118 *",
                                      "[White \"\xC8\xE2\"] 32-28 *"}) {
    EXPECT_FALSE(problems_of(text).empty()) << text;
  }
}

TEST(StrictPdn, TellsEachGameOnceAndGoesOnAtTheNext) {
  const std::string_view text =
      "[Event \"one\"]\n[Result \"1-0\"]\n1. 11-15 01-05 1-0\n\n[Event \"two\"]\n1. 11-15 *\n\n[Event "
      "\"three\"]\n{open";
  EXPECT_THAT(problems_of(text), ElementsAre("line 3, column 10: expected a move, a comment, a variation or *",
                                             "line 9, column 1: a comment that is not closed; expected }"));
  EXPECT_EQ(good_games(text), 1U);
}

}  // namespace
}  // namespace crownstar::game
