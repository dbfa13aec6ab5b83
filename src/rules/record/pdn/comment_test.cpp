#include "rules/record/pdn/comment.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

ClockReading told(ClockKind kind, std::int64_t milliseconds) {
  return {kind, {{milliseconds, ClockSide::mover, false}}};
}

TEST(PdnComment, TellsTheClocksAndKeepsTheWords) {
  const CommentParts parts = take_apart(" a good [%clk 1:05:23] move\n[%emt 0:00:07.5] here ");
  EXPECT_EQ(parts.words, "a good move here");
  EXPECT_EQ(parts.clocks, (std::vector{told(ClockKind::remaining, 3923000), told(ClockKind::move_time, 7500)}));
}

TEST(PdnComment, TellsEveryKindAndBothSides) {
  EXPECT_EQ(take_apart("[%mct 0:10:00]").clocks, std::vector{told(ClockKind::elapsed, 600000)});
  EXPECT_EQ(take_apart("[%egt 0:0:9.56]").clocks, std::vector{told(ClockKind::game_time, 9560)});
  const std::vector both{
      ClockReading{ClockKind::both_clocks, {{40000, ClockSide::white, false}, {45000, ClockSide::black, true}}}};
  EXPECT_EQ(take_apart("[%clock w0:00:40 B0:00:45]").clocks, both);
}

TEST(PdnComment, LeavesOtherCommandsInTheWords) {
  for (const std::string_view text :
       {"[%drgnode 0 1]", "[%clk soon]", "[%clk 1:60:00]", "[%clk 0:00:01.2345]", "[%clk]", "[%clk 1:00:00 2:00:00]",
        "[%clk 1:00:00", "[%clk 1234567:00:00]", "[%CLK 1:00:00]"}) {
    EXPECT_EQ(take_apart(text), (CommentParts{std::string(text), {}}));
  }
}

TEST(PdnComment, ClocksReadBackAsTheyWereWritten) {
  for (const std::string_view text : {"[%clk 0:12:34]", "[%emt 0:00:00.001]", "[%mct 12:00:00.1]",
                                      "[%egt 100:59:59.25]", "[%clock w0:00:10 B0:00:03]", "[%clk b1:00:00]"}) {
    const CommentParts parts = take_apart(text);
    ASSERT_EQ(parts.clocks.size(), 1U) << text;
    EXPECT_EQ(parts.words, "");
    EXPECT_EQ(to_text(parts.clocks.front()), text);
  }
}

// The words that are left hold no clock any more, however the commands stood in each other.
TEST(PdnComment, TakingApartTwiceFindsNothingNew) {
  for (const std::string_view text :
       {"[%clk [%clk 1:00:00] 1:00:00]", "[%clk 1:00:00] [%clk [%clk 1:00:00] 1:00:00] [%emt 0:00:01]",
        "[[%clk 1:00:00]%clk 1:00:00]", "[%clk 1:00[%x]:00]"}) {
    const CommentParts parts = take_apart(text);
    EXPECT_EQ(take_apart(parts.words), (CommentParts{parts.words, {}})) << text;
  }
}

TEST(PdnComment, TidiesBlanksBracesAndOldLetters) {
  EXPECT_EQ(tidy_comment(" \t a \r\n  b} "), "a b)");
  EXPECT_EQ(tidy_comment("\n"), "");
  EXPECT_EQ(tidy_comment("caf\xE9"), "caf\xC3\xA9") << "ISO 8859-1 becomes UTF-8";
  EXPECT_EQ(tidy_comment("caf\xE9 \xA0noir"), "caf\xC3\xA9 noir") << "its no-break spaces are blanks too";
  EXPECT_EQ(tidy_comment("\xC2\xA0 noir\xC2\xA0"), "noir") << "as those of UTF-8 are";
  EXPECT_EQ(to_utf8("\xE9\xA0"), "\xC3\xA9 ");
  EXPECT_EQ(to_utf8("\xD0\xA1\xE4\xB8\xAD\xF0\x9F\x98\x80"), "\xD0\xA1\xE4\xB8\xAD\xF0\x9F\x98\x80");
  for (const std::string_view text :
       {"\xC0\x80", "\xE0\x9F\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8", "\xC2", "\xE4\xB8"}) {
    EXPECT_NE(to_utf8(text), text);
    EXPECT_EQ(to_utf8(to_utf8(text)), to_utf8(text));
  }
}

}  // namespace
}  // namespace crownstar::game
