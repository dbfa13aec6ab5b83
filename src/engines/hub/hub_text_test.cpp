#include "engines/hub/hub_text.hpp"

#include <gtest/gtest.h>

#include "base/limits.hpp"

namespace crownstar::hub {
namespace {

HubLine read(std::string_view text) {
  const auto line = read_hub_line(text);
  EXPECT_TRUE(line) << text;
  return line.value_or(HubLine{});
}

TEST(HubText, ReadsArgumentsBareQuotedAndWithoutValue) {
  const HubLine line = read("info depth=12  score=-0.05 pv=\"32-28 19x23x10\" ponder\r");
  EXPECT_EQ(line.command, "info");
  EXPECT_EQ(line.value("depth"), "12");
  EXPECT_EQ(line.value("score"), "-0.05");
  EXPECT_EQ(line.value("pv"), "32-28 19x23x10");
  EXPECT_TRUE(line.has("ponder"));
  EXPECT_FALSE(line.has("nodes"));
  EXPECT_EQ(line.value("nodes"), "");
}

TEST(HubText, KnowsWhatIsGivenTwice) {
  EXPECT_EQ(read("level depth=3 nodes=5 depth=abc").given_twice(), "depth");
  EXPECT_EQ(read("go think think").given_twice(), "think");
  EXPECT_EQ(read("set-param name=threads value=name").given_twice(), "");
  EXPECT_EQ(read("info depth=3 depth=4").value("depth"), "3") << "of another engine the first counts";
}

TEST(HubText, ReadsSpacesAroundTheSign) { EXPECT_EQ(read("level move-time = 0.5").value("move-time"), "0.5"); }

TEST(HubText, WhatIsWrittenReadsBack) {
  const HubLine line{"param", {{"name", "variant"}, {"values", "a b c"}, {"empty", ""}}};
  EXPECT_EQ(write_hub_line(line), "param name=variant values=\"a b c\" empty=\"\"");
  EXPECT_EQ(read(write_hub_line(line)), line);
}

TEST(HubText, NoValueBreaksOutOfItsLine) {
  const std::string text = write_hub_line({"error", {{"message", "it is \"this\"\nquit"}}});
  EXPECT_EQ(text, "error message=\"it is 'this''quit\"");
}

TEST(HubText, RefusesWhatIsNoLine) {
  for (const std::string_view text : {"", "   ", "=5", "pos pos=\"open", "info =3", "\"x\""}) {
    EXPECT_FALSE(read_hub_line(text)) << text;
  }
  EXPECT_FALSE(read_hub_line(std::string(limits::hub_line_bytes + 1, 'x')));
}

}  // namespace
}  // namespace crownstar::hub
