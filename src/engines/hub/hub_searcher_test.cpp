#include "engines/hub/hub_searcher.hpp"

#include <atomic>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
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

TEST(HubSearcher, ReadsAScoreToTheHundredthAndNonsenseAsNothing) {
  const auto close = make_hub_searcher(fake("close"))->search(request_of(), StopSignal{}, {});
  ASSERT_TRUE(close) << to_text(close.error());
  EXPECT_EQ(close->reached.lines.front().score.hundredths, 29);
  EXPECT_EQ(close->reached.time, milliseconds{500});
  const auto nonsense = make_hub_searcher(fake("nonsense"))->search(request_of(), StopSignal{}, {});
  ASSERT_TRUE(nonsense) << to_text(nonsense.error());
  EXPECT_EQ(nonsense->reached.lines.front().score.hundredths, 0);
  EXPECT_GE(nonsense->reached.time, milliseconds{0});
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

const StopSignal* stopped_by_signal = nullptr;

// How often this thread has gone to sleep.
long sleeps_of_this_thread() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

// The signal is handled by another thread than the one that waits for the engine, and nothing but the stop signal's
// descriptor wakes that one: the engine thinks for an hour. Until then it sleeps once, however long it takes.
TEST(HubSearcher, SleepsUntilASignalHandlerStopsIt) {
  const StopSignal stop;
  ExternalEngine engine = fake("patient");
  engine.move_time = std::chrono::hours{1};
  std::atomic<bool> is_thinking = false;
  Checked<SearchResult> found = base::refuse("nothing was searched");
  long sleeps = 0;
  std::thread searching([&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    found = make_hub_searcher(engine)->search(request_of(), stop, [&](const SearchProgress&) {
      sleeps = -sleeps_of_this_thread();
      is_thinking = true;
      is_thinking.notify_one();
    });
    sleeps += sleeps_of_this_thread();
  });
  is_thinking.wait(false);
  std::this_thread::sleep_for(milliseconds{500});  // in which it would have looked fifty times
  stopped_by_signal = &stop;
  const auto before = std::signal(SIGUSR1, [](int) { stopped_by_signal->stop(); });
  std::raise(SIGUSR1);
  searching.join();
  std::signal(SIGUSR1, before);
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->was_stopped);
  EXPECT_LT(sleeps, 20);
}

TEST(StopSignal, CanBeReadOnceStoppedWhicheverComesFirst) {
  const auto is_readable = [](const StopSignal& stop) {
    pollfd waiting{stop.descriptor(), POLLIN, 0};
    return poll(&waiting, 1, 0) == 1;
  };
  const StopSignal asked_first;
  EXPECT_FALSE(is_readable(asked_first));
  asked_first.stop();
  EXPECT_TRUE(is_readable(asked_first));
  const StopSignal stopped_first;
  stopped_first.stop();
  EXPECT_TRUE(is_readable(stopped_first));
  EXPECT_EQ(stopped_first.descriptor(), stopped_first.descriptor()) << "it is made once";
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
