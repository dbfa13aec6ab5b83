#include "engines/hub/hub_searcher.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace crownstar::hub {

using namespace engine;  // requests and equipment

using std::chrono::milliseconds;
namespace {

ExternalEngine fake(const std::string& how, const std::string& moves = "32-28") {
  ExternalEngine engine;
  engine.id = "fake";
  engine.name = "Fake";
  engine.command = {"python3", "tests/hub/fake_engine.py", how, moves};
  engine.games = {"international", "american"};
  engine.move_time = milliseconds{50};
  return engine;
}

SearchRequest request_of(const std::string& token = "international") {
  SearchRequest request;
  request.token = token;
  return request;
}

// It stays to be waited for, as whoever started it will.
void wait_for_the_end_of_a_child() {
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);
}

TEST(HubSearcher, AsksAProgramAndReadsItsMoveAndWhatItTells) {
  const auto searcher = make_hub_searcher(fake("good", "32-28 31-27"));
  int told = 0;
  const auto first = searcher->search(request_of(), StopSignal{}, [&](const SearchProgress& progress) {
    ++told;
    EXPECT_EQ(progress.depth, 7);
    EXPECT_EQ(progress.nodes, 12345U);
    EXPECT_EQ(progress.lines.front().score.hundredths, -25);
    EXPECT_EQ(progress.lines.front().moves.front(), "32-28");
  });
  ASSERT_TRUE(first) << to_text(first.error());
  EXPECT_EQ(first->move, "32-28");
  EXPECT_EQ(told, 1);
  const auto second = searcher->search(request_of(), StopSignal{}, {});
  ASSERT_TRUE(second) << to_text(second.error());
  EXPECT_EQ(second->move, "31-27");
}

TEST(HubSearcher, TakesAScoreWithoutALineForThatOfTheMove) {
  int told = 0;
  const auto found =
      make_hub_searcher(fake("terse"))->search(request_of(), StopSignal{}, [&](const SearchProgress&) { ++told; });
  ASSERT_TRUE(found) << to_text(found.error());
  ASSERT_EQ(found->reached.lines.size(), 1U);
  EXPECT_EQ(found->reached.lines.front().score.hundredths, -25);
  EXPECT_EQ(found->reached.lines.front().moves, std::vector<std::string>{"32-28"});
  EXPECT_EQ(told, 0) << "a score of no move is no news";
}

TEST(HubSearcher, TellsTheGameFromItsBeginning) {
  SearchRequest request = request_of("american");
  request.turns = {Turn::played("11-15"), Turn::played("23-19")};
  const auto found = make_hub_searcher(fake("good", "8-11"))->search(request, StopSignal{}, {});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_EQ(found->move, "8-11");
}

TEST(HubSearcher, StopsOneThatThinksOnAndTakesItsMove) {
  const StopSignal stop;
  ExternalEngine engine = fake("patient");
  engine.move_time = milliseconds{60'000};
  const auto stop_at_once = [&](const SearchProgress&) { stop.stop(); };
  const auto found = make_hub_searcher(engine)->search(request_of(), stop, stop_at_once);
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->was_stopped);
}

TEST(HubSearcher, TellsOneThatForgetsItsTimeToStop) {
  const auto found = make_hub_searcher(fake("patient"))->search(request_of(), StopSignal{}, {});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_FALSE(found->was_stopped) << "nobody asked for it";
}

TEST(HubSearcher, EndsOneThatDoesNotStop) {
  const StopSignal stop;
  stop.stop();
  ExternalEngine engine = fake("deaf");
  engine.stop_wait = milliseconds{100};
  const auto found = make_hub_searcher(engine)->search(request_of(), stop, {});
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().reason.contains("Fake")) << found.error().reason;
}

TEST(HubSearcher, RefusesAndStartsAgainOneThatDied) {
  const auto searcher = make_hub_searcher(fake("once", "32-28 31-27"));
  EXPECT_TRUE(searcher->search(request_of(), StopSignal{}, {}));
  EXPECT_FALSE(searcher->search(request_of(), StopSignal{}, {}));
  EXPECT_TRUE(searcher->search(request_of(), StopSignal{}, {})) << "started again";
}

TEST(HubSearcher, StartsAgainOneThatEndedWhileNobodyAsked) {
  const auto searcher = make_hub_searcher(fake("idler"));
  for (int time = 0; time < 3; ++time) {
    const auto found = searcher->search(request_of(), StopSignal{}, {});
    ASSERT_TRUE(found) << to_text(found.error());
    wait_for_the_end_of_a_child();
  }
}

// Its end is seen at once, though something that it started holds its output open.
TEST(HubSearcher, SeesTheEndOfOneThatLeavesAChildBehind) {
  const auto searcher = make_hub_searcher(fake("leaver"));
  for (int time = 0; time < 3; ++time) {
    const auto found = searcher->search(request_of(), StopSignal{}, {});
    ASSERT_FALSE(found);
    EXPECT_TRUE(found.error().reason.contains("ended while it was starting")) << found.error().reason;
  }
}

TEST(HubSearcher, DoesNotWaitForOneThatSaysNothingAgainAndAgain) {
  ExternalEngine engine = fake("mute");
  engine.greeting_wait = milliseconds{100};
  const auto searcher = make_hub_searcher(engine);
  for (const std::string_view reason : {"does not speak Hub", "does not speak Hub", "tried again later"}) {
    const auto found = searcher->search(request_of(), StopSignal{}, {});
    ASSERT_FALSE(found);
    EXPECT_TRUE(found.error().reason.contains(reason)) << found.error().reason;
  }
}

TEST(HubSearcher, LeavesOneAloneThatFailsAgainAndAgain) {
  const auto searcher = make_hub_searcher(fake("dies"));
  std::string reason;
  for (int time = 0; time < 4; ++time) {
    const auto found = searcher->search(request_of(), StopSignal{}, {});
    ASSERT_FALSE(found);
    reason = found.error().reason;
  }
  EXPECT_TRUE(reason.contains("tried again later")) << reason;
}

TEST(HubSearcher, RefusesIllegalMovesEndlessLinesAndProgramsThatAreNotThere) {
  EXPECT_FALSE(make_hub_searcher(fake("liar"))->search(request_of(), StopSignal{}, {}));
  EXPECT_FALSE(make_hub_searcher(fake("chatty"))->search(request_of(), StopSignal{}, {}));
  ExternalEngine absent = fake("good");
  absent.command = {"/nowhere/engine"};
  const auto found = make_hub_searcher(absent)->search(request_of(), StopSignal{}, {});
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().reason.contains("/nowhere/engine")) << found.error().reason;
}

}  // namespace
}  // namespace crownstar::hub
