#include "engines/contest/players/engine_spec.hpp"

#include <gtest/gtest.h>

namespace crownstar::contest {
namespace {

TEST(EngineSpec, IsReadInParts) {
  const auto spec = read_engine_spec("level=keen,time=0.25,depth=8,threads=2,memory=8");
  ASSERT_TRUE(spec) << spec.error().reason;
  EXPECT_EQ(spec->level, "keen");
  EXPECT_EQ(spec->limits.time, search::Milliseconds(250));
  EXPECT_EQ(spec->limits.depth, 8);
  EXPECT_EQ(spec->threads, 2);
  EXPECT_EQ(spec->memory_bytes, std::size_t{8} << 20U);
  EXPECT_EQ(read_engine_spec("keen")->level, "keen");
  EXPECT_TRUE(read_engine_spec("")->level.empty());
}

TEST(EngineSpec, ProgramsTakeInTheRest) {
  const auto spec = read_engine_spec("nodes=5,set.level=keen,hub:./other engine --flag a,b");
  ASSERT_TRUE(spec) << spec.error().reason;
  EXPECT_EQ(spec->command, (std::vector<std::string>{"./other", "engine", "--flag", "a,b"}));
  EXPECT_EQ(spec->parameters.at("level"), "keen");
  EXPECT_EQ(spec->limits.nodes, 5U);
}

TEST(EngineSpec, ASimplePlayerStandsAlone) {
  const auto spec = read_engine_spec("player=careful");
  ASSERT_TRUE(spec) << spec.error().reason;
  EXPECT_EQ(spec->simple_player, SimplePlayer::careful);
  EXPECT_FALSE(read_engine_spec("keen")->simple_player);
  EXPECT_EQ(read_engine_spec("name=Ann,player=careful")->name, "Ann");
}

TEST(EngineSpec, SaysWhatIsWrong) {
  for (const char* text : {"nobody",
                           "time=",
                           "time=-1",
                           "time=nan",
                           "nodes=0",
                           "nodes=1x",
                           "depth=1000",
                           "colour=red",
                           "hub:",
                           "keen,,nodes=5",
                           ",keen",
                           "keen,",
                           "keen,steady",
                           "keen,level=keen",
                           "time=1,time=2",
                           "keen,hub:x",
                           "set.x=1",
                           "name=",
                           "player=genius",
                           "player=careful,nodes=5",
                           "keen,player=careful",
                           "player=careful,hub:x",
                           "net=/no/such/file",
                           "tables=/no/such/folder",
                           "tables=/etc/passwd"}) {
    EXPECT_FALSE(read_engine_spec(text)) << text;
  }
}

TEST(EngineSpec, ARefusalSaysWhatIsExpected) {
  const auto reason = [](std::string_view text) { return read_engine_spec(text).error().reason; };
  EXPECT_EQ(reason("nodes"), "nodes: expected a value behind it, as in nodes=VALUE");
  EXPECT_EQ(reason("time:0.2"), "time: expected a value behind it, as in time=VALUE");
  EXPECT_EQ(reason("hub"), "hub: expected a value behind it, as in hub:PROGRAM");
  for (const char* text : {"keen,", ",keen", "keen,,time=1"}) {
    EXPECT_EQ(reason(text), "expected a part such as keen or time=0.2 before and behind each comma") << text;
  }
  EXPECT_TRUE(reason("keem").starts_with("there is no level 'keem'; known levels: "));
  EXPECT_TRUE(reason("speed=3").starts_with("an engine has no 'speed'; expected a level, name, "));
}

TEST(EngineSpec, LimitsAreReadAsTheOptionsHaveThem) {
  EXPECT_EQ(read_limits({}, 0.1)->time, search::Milliseconds(100));
  EXPECT_EQ(read_limits({.time = "2"}, 0.1)->time, search::Milliseconds(2000));
  const auto limits = read_limits({.nodes = "40", .depth = "3"}, 0.1);
  EXPECT_EQ(limits->nodes, 40U);
  EXPECT_EQ(limits->depth, 3);
  EXPECT_FALSE(limits->time) << "the usual time is for want of any other limit";
  EXPECT_TRUE(read_limits({.depth = "x"}, 1).error().reason.contains("depth"));
  // A comma is no way to say more than the option is for.
  EXPECT_FALSE(read_limits({.nodes = "40,level=keen"}, 1));
}

}  // namespace
}  // namespace crownstar::contest
