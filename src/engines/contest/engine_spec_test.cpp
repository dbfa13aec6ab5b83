#include "engines/contest/engine_spec.hpp"

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

}  // namespace
}  // namespace crownstar::contest
