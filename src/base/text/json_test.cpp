#include "base/text/json.hpp"

#include <gtest/gtest.h>

#include "base/text/utf8.hpp"

namespace crownstar::base {
namespace {

TEST(Json, CommasStandBetweenMembersAndValuesOnly) {
  JsonWriter json;
  json.begin_object();
  json.member("game", "american");
  json.key("depths");
  json.begin_array();
  json.begin_object();
  json.member("depth", 1);
  json.member("nodes", std::uint64_t{18446744073709551615U});
  json.member("seconds", 0.25);
  json.end_object();
  json.value(true);
  json.null();
  json.end_array();
  json.key("none");
  json.begin_object();
  json.end_object();
  json.end_object();
  EXPECT_EQ(json.take(),
            R"({"game": "american", "depths": [{"depth": 1, "nodes": 18446744073709551615, "seconds": 0.250000}, )"
            R"(true, null], "none": {}})");
}

TEST(Json, NumbersHaveSixDigitsBehindThePoint) {
  JsonWriter json;
  json.begin_array();
  for (const double number : {0.0, -0.5, 0.866025, -12.0000004, 1e15}) json.value(number);
  json.end_array();
  EXPECT_EQ(json.take(), "[0.000000, -0.500000, 0.866025, -12.000000, null]");
}

TEST(Json, WhatHasBeenTakenIsNotWrittenAgain) {
  JsonWriter json;
  json.begin_array();
  json.value(1);
  EXPECT_EQ(json.take(), "[1");
  json.value(2);
  json.end_array();
  EXPECT_EQ(json.take(), ", 2]");
}

TEST(Json, EscapesWhatMayNotStandInAString) {
  EXPECT_EQ(json_quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_quoted("line\nnext\tand\r"), R"("line\nnext\tand\u000d")");
  EXPECT_EQ(json_quoted(std::string_view("\0\x1b\x7f", 3)), R"("\u0000\u001b\u007f")");
}

TEST(Json, KeepsUtf8AndReplacesWhatIsNone) {
  EXPECT_EQ(json_quoted("Árni ⛂ 𝄞"), "\"Árni ⛂ 𝄞\"");
  EXPECT_EQ(json_quoted("\xff"), "\"\xef\xbf\xbd\"");
  EXPECT_EQ(json_quoted("\xe2\x9b"), "\"\xef\xbf\xbd\xef\xbf\xbd\"") << "a letter cut short";
  EXPECT_EQ(json_quoted("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"") << "an overlong form";
  EXPECT_EQ(json_quoted("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"") << "a surrogate";
  EXPECT_EQ(json_quoted("\xf4\x90\x80\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"") << "past U+10FFFF";
}

TEST(Printable, LeavesNothingThatATerminalWouldObey) {
  EXPECT_EQ(printable("\x1b[2J\nÁ\xff\x7f"), "?[2J?Á??");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "?2J")
      << "the one-letter form of ESC [";
}

}  // namespace
}  // namespace crownstar::base
