#include "rules/game/token.hpp"

#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

TEST(Token, is_split_into_id_and_options_and_written_back) {
  for (const char* text : {"american", "flying-king", "sternhalma:players=3,hop=super", "sternhalma:rounds=0",
                           "sternhalma:handicap=1-2+4-3"}) {
    const auto token = read_token(text);
    ASSERT_TRUE(token) << text;
    EXPECT_EQ(write_token(*token), text);
  }
  const auto token = read_token("sternhalma:players=3,hop=super");
  EXPECT_EQ(token->id, "sternhalma");
  EXPECT_EQ(token->options, (std::vector<TokenOption>{{"players", "3"}, {"hop", "super"}}));
}

TEST(Token, what_is_none_is_refused_on_one_line) {
  const auto refusal = [](std::string_view text) { return to_text(read_token(text).error()); };
  const std::string shape = "; a token is ID or ID:key=value,key=value";
  EXPECT_EQ(refusal(""), "expected the id of a game instead of ''" + shape);
  EXPECT_EQ(refusal(" american"), "expected the id of a game instead of ' american'" + shape);
  EXPECT_EQ(refusal("a\nb"), "expected the id of a game instead of 'a?b'" + shape);
  EXPECT_EQ(refusal("sternhalma:"), "expected key=value instead of ''");
  EXPECT_EQ(refusal("sternhalma:players"), "expected key=value instead of 'players'");
  EXPECT_EQ(refusal("sternhalma:players=3,"), "expected key=value instead of ''");
  EXPECT_EQ(refusal("sternhalma:=3"), "expected the name of an option instead of ''");
  EXPECT_EQ(refusal("sternhalma:a+b=3"), "expected the name of an option instead of 'a+b'");
  EXPECT_EQ(refusal("stern+halma"), "expected the id of a game instead of 'stern+halma'" + shape);
  EXPECT_EQ(refusal("sternhalma:players="), "option 'players': expected a value of letters and digits instead of ''");
  EXPECT_EQ(refusal("sternhalma:hop=super=2"),
            "option 'hop': expected a value of letters and digits instead of 'super=2'");
  EXPECT_EQ(refusal("sternhalma:hop=super,hop=super"), "option 'hop' is given twice");
  EXPECT_TRUE(refusal(std::string(2000, 'x')).starts_with("a token of more than 1000 letters: 'xxxx"));
}

}  // namespace
}  // namespace crownstar::game
