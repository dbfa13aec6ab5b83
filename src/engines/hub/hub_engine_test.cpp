#include "engines/hub/hub_engine.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::hub {

using namespace engine;  // requests and equipment
namespace {

class HubEngineTest : public testing::Test {
 protected:
  void hear(std::string_view line) { EXPECT_TRUE(engine_.hear(line)) << line; }

  // The first line of that command that has not been looked at; empty if none comes.
  std::string wait_for(const std::string& command) {
    std::unique_lock lock(mutex_);
    std::string found;
    arrived_.wait_for(lock, std::chrono::seconds(60), [&] {
      for (; seen_ < lines_.size() && found.empty(); ++seen_) {
        if (lines_[seen_] == command || lines_[seen_].starts_with(command + " ")) found = lines_[seen_];
      }
      return !found.empty();
    });
    return found;
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::string> lines_;
  std::size_t seen_ = 0;
  HubEngine engine_{Equipment(), "1.0", [this](const std::string& line) {
                      const std::lock_guard lock(mutex_);
                      lines_.push_back(line);
                      arrived_.notify_all();
                    }};
};

TEST_F(HubEngineTest, IntroducesItselfAndIsReady) {
  hear("hub");
  EXPECT_TRUE(wait_for("id").contains("name=Crownstar"));
  EXPECT_TRUE(wait_for("param").contains("american"));
  EXPECT_EQ(wait_for("wait"), "wait");
  hear("init");
  EXPECT_EQ(wait_for("ready"), "ready");
  hear("ping");
  EXPECT_EQ(wait_for("pong"), "pong");
  EXPECT_FALSE(engine_.hear("quit"));
}

TEST_F(HubEngineTest, PlaysInternationalWithoutBeingTold) {
  hear("new-game");
  hear("pos pos=W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w') + " moves=\"32-28 19-23\"");
  hear("level depth=3");
  hear("go think");
  EXPECT_TRUE(wait_for("info").contains("pv="));
  EXPECT_TRUE(wait_for("done").starts_with("done move=28x19x23 ponder="));
}

TEST_F(HubEngineTest, PlaysAVariantOnThirtyTwoSquares) {
  hear("set-param name=variant value=american");
  hear("pos pos=B" + std::string(12, 'b') + std::string(8, 'e') + std::string(12, 'w'));
  hear("level move-time=0.05");
  hear("go think");
  EXPECT_TRUE(wait_for("done").contains("move="));
}

// As Scan's protocol has it.
TEST_F(HubEngineTest, BeginsAtTheUsualStartWhereThatIsSaid) {
  for (const std::string_view variant : {"normal", "russian", "sternhalma:players=3"}) {
    hear("set-param name=variant value=\"" + std::string(variant) + "\"");
    hear("pos start");
    hear("level depth=1");
    hear("go think");
    EXPECT_TRUE(wait_for("done").starts_with("done move=")) << variant;
  }
  hear("set-param name=variant value=normal");
  hear("pos start moves=\"32-28 19-23 28x19x23\"");  // which is taken back
  hear("level depth=1");
  hear("go think");
  const std::string answer = wait_for("done");
  EXPECT_TRUE(answer.starts_with("done move=13x24x19") || answer.starts_with("done move=14x23x19")) << answer;
  hear("pos start pos=W");
  EXPECT_TRUE(wait_for("error").contains("expected start or pos, not both"));
}

TEST_F(HubEngineTest, RefusesWhatIsGivenTwice) {
  for (const std::string_view line :
       {"set-param name=threads value=2 value=7", "level depth=3 depth=abc", "pos pos=W pos=B", "go think think"}) {
    hear(line);
    EXPECT_TRUE(wait_for("error").contains("is given twice")) << line;
  }
  hear("hub");
  EXPECT_FALSE(wait_for("param").empty());
  EXPECT_EQ(wait_for("wait"), "wait");
  const auto threads = std::ranges::find_if(lines_, [](const auto& line) { return line.contains("name=threads"); });
  ASSERT_NE(threads, lines_.end());
  EXPECT_TRUE(threads->contains("value=1 ")) << *threads << ": neither of the two was taken";
}

TEST_F(HubEngineTest, PlaysAStarWithTheContractsTexts) {
  hear("set-param name=variant value=\"sternhalma:pieces=10\"");
  hear("pos pos=\"1:1=a5,b5,b6,c5,c6,c7,d5,d6,d7,d8:4=n10,n11,n12,n13,o11,o12,o13,p12,p13,q13\"");
  hear("go think");
  const std::string info = wait_for("info");
  EXPECT_TRUE(info.contains("nodes="));
  EXPECT_TRUE(info.contains("place="));
  EXPECT_TRUE(wait_for("done").contains("move="));
}

// As it plays: by play-outs, whose lines are of all seats; the next seat's move is nothing to ponder on.
TEST_F(HubEngineTest, AnalysesAStarOfFourAsItPlaysIt) {
  hear("set-param name=variant value=sternhalma:players=4");
  const auto game = *game::start("sternhalma:players=4");
  hear("pos pos=\"" + game->position() + "\" moves=\"d6-e7 e4-f5 o13-m13 l14-l13 c6-e8-e6 f4-f6 o11-m9 k15-i13\"");
  hear("go analyze");
  for (int told = 0; told < 8; ++told) wait_for("info");
  hear("stop");
  const std::string done = wait_for("done");
  EXPECT_FALSE(done.empty());
  EXPECT_FALSE(done.contains("ponder=")) << done;
  const std::string& last = lines_[seen_ - 2];
  ASSERT_TRUE(last.contains("pv=")) << last;
  EXPECT_TRUE(last.substr(last.find("pv=")).contains(' ')) << last << ": one move only";
}

TEST_F(HubEngineTest, AnalysesUntilItIsTold) {
  hear("pos pos=W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w'));
  hear("level infinite");
  hear("go analyze");
  EXPECT_FALSE(wait_for("info").empty());
  hear("pos pos=nonsense");
  EXPECT_TRUE(wait_for("error").contains("thinking"));
  hear("ping");
  EXPECT_EQ(wait_for("pong"), "pong");
  hear("stop");
  EXPECT_FALSE(wait_for("done").empty());
}

TEST_F(HubEngineTest, ComplainsOfWhatMakesNoSense) {
  for (const std::string_view line :
       {"nonsense", "pos", "pos pos=W", "set-param name=variant value=chess", "set-param name=level value=x",
        "set-param name=colour value=red", "=", "pos pos=\"unclosed",
        "pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW moves=\"1-2\""}) {
    hear(line);
    EXPECT_FALSE(wait_for("error").empty()) << line;
  }
  hear("");
  hear("   ");
  for (const std::string_view line : {"level depth=-5", "level", "go foo", "pos pos=W move=\"1-2\"",
                                      "set-param name=lines value=0", "set-param name=lines value=x"}) {
    hear(line);
    EXPECT_FALSE(wait_for("error").empty()) << line;
  }
}

TEST_F(HubEngineTest, AfterARefusedPositionNothingIsSearched) {
  const std::string first = "pos pos=W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w');
  hear(first);
  hear("level depth=2");
  hear("pos pos=nonsense");
  EXPECT_FALSE(wait_for("error").empty());
  for (const std::string_view task : {"go think", "go analyze", "go ponder"}) {
    hear(task);
    const std::string error = wait_for("error");
    EXPECT_TRUE(error.contains("nothing is searched: the position was refused: ")) << error;
  }
  hear(first);
  hear("level depth=2");
  hear("go think");
  EXPECT_FALSE(wait_for("done").empty());
  EXPECT_TRUE(lines_[seen_ - 2].starts_with("info depth=2 ")) << lines_[seen_ - 2];
}

TEST_F(HubEngineTest, UnderstandsTheNamesThatScanGivesItsVariants) {
  hear("hub");
  const std::string variants = wait_for("param");
  for (const auto& [name, id] : {std::pair("normal", "international"),
                                 {"killer", "killer"},
                                 {"bt", "breakthrough"},
                                 {"frisian", "frisian"},
                                 {"losing", "antidraughts"}}) {
    EXPECT_TRUE(variants.contains(name)) << variants;
    EXPECT_EQ(wait_for("wait"), "wait");
    hear(std::string("set-param name=variant value=") + name);
    hear("hub");
    const std::string param = wait_for("param");
    EXPECT_TRUE(param.starts_with(std::string("param name=variant value=") + id + " ")) << param;
  }
}

TEST_F(HubEngineTest, AnUnknownVariantIsNeverSilentlyAnotherGame) {
  const std::string first = "pos pos=W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w');
  hear(first);
  hear("set-param name=variant value=chess");
  EXPECT_TRUE(wait_for("error").contains("there is no game 'chess'"));
  for (const std::string& line : {std::string("go think"), first, std::string("go think")}) {
    hear(line);
    EXPECT_TRUE(wait_for("error").contains("the variant was refused: there is no game 'chess'")) << line;
  }
  hear("set-param name=variant value=normal");
  hear("level depth=1");
  hear("go think");
  EXPECT_FALSE(wait_for("done").empty());
}

TEST_F(HubEngineTest, TellsAWinAsScanDoes) {
  hear("set-param name=variant value=normal");
  std::string squares(50, 'e');
  squares[31] = 'w';  // 32 takes the only man, on 28
  squares[27] = 'b';
  hear("pos pos=W" + squares);
  hear("level depth=5");
  hear("go think");
  EXPECT_TRUE(wait_for("done").contains("move=32x23x28"));
  EXPECT_TRUE(lines_[seen_ - 2].contains(" score=99.99 ")) << lines_[seen_ - 2];
}

TEST_F(HubEngineTest, NumbersSquaresAsItIsTold) {
  hear("set-param name=variant value=spanish");
  hear("set-param name=squares value=scan");
  std::string squares(32, 'e');
  squares[31] = 'w';  // 32 as Scan numbers it is 1 of the game's own
  squares[0] = 'b';
  hear("pos pos=W" + squares);
  hear("level depth=1");
  hear("go think");
  EXPECT_TRUE(wait_for("done").starts_with("done move=32-28"));
  hear("set-param name=squares value=chess");
  EXPECT_TRUE(wait_for("error").contains("expected pdn or scan"));
}

TEST_F(HubEngineTest, HasASignBeforeEveryValue) {
  hear("hub");
  EXPECT_TRUE(wait_for("id").ends_with(" country=\"\""));
  EXPECT_EQ(wait_for("wait"), "wait");
  for (const std::string& line : lines_) {
    EXPECT_FALSE(line.contains(" value ")) << line;
    EXPECT_FALSE(line.ends_with(" country")) << line;
  }
}

TEST_F(HubEngineTest, TellsOfSeveralMovesAndLastOfTheOnePlayed) {
  hear("set-param name=variant value=american");
  hear("set-param name=level value=first-steps");
  hear("set-param name=lines value=3");
  hear("pos pos=B" + std::string(12, 'b') + std::string(8, 'e') + std::string(12, 'w'));
  hear("go think");
  const std::string done = wait_for("done");
  ASSERT_GE(seen_, 4U);
  const std::string move = done.substr(std::string_view("done move=").size(), done.find(" ponder") - 10);
  EXPECT_TRUE(lines_[seen_ - 4].contains(" line=1 ")) << lines_[seen_ - 4];
  EXPECT_TRUE(lines_[seen_ - 4].contains(" pv=" + move) || lines_[seen_ - 4].contains(" pv=\"" + move + " "))
      << lines_[seen_ - 4] << "; " << done;
  EXPECT_TRUE(lines_[seen_ - 2].contains(" line=3 ")) << lines_[seen_ - 2];
}

}  // namespace
}  // namespace crownstar::hub
