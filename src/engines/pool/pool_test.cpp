#include "engines/pool/pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::engine {
namespace {

using namespace std::chrono_literals;

// The event loop of a test: what is posted runs when the test says so.
class Hub {
 public:
  Post post() {
    return [this](std::function<void()> task) {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
      arrived_.notify_all();
    };
  }

  // Runs what comes until the condition holds; false if it takes unreasonably long.
  bool run_until(const std::function<bool()>& holds) {
    const auto patience = std::chrono::steady_clock::now() + 30s;
    while (!holds()) {
      std::unique_lock lock(mutex_);
      if (!arrived_.wait_until(lock, patience, [&] { return !tasks_.empty(); })) return false;
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
    return true;
  }

  bool wait_for_a_task() {
    std::unique_lock lock(mutex_);
    return arrived_.wait_for(lock, 30s, [&] { return !tasks_.empty(); });
  }

  void run_all() {
    for (;;) {
      std::unique_lock lock(mutex_);
      if (tasks_.empty()) return;
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> tasks_;
};

// What all searchers of a test share: how many are at work, and in which order they began.
struct StubState {
  std::atomic<int> at_work = 0;
  std::atomic<int> most_at_work = 0;
  std::atomic<bool> is_open = false;  // lets the patient ones go
  std::mutex mutex;
  std::vector<std::string> begun;
  std::vector<std::optional<milliseconds>> times;  // that they were given

  bool wait_for(int count) {
    for (int tries = 0; tries < 3000 && at_work < count; ++tries) std::this_thread::sleep_for(10ms);
    return at_work >= count;
  }
};

// Answers with the request's token: at once, or when stopped, or when the test lets it.
class Stub final : public Searcher {
 public:
  explicit Stub(StubState& state) : state_(state) {}

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override {
    {
      const std::lock_guard lock(state_.mutex);
      state_.begun.push_back(request.token);
      state_.times.push_back(request.limits.time);
    }
    const int now = ++state_.at_work;
    for (int most = state_.most_at_work; most < now && !state_.most_at_work.compare_exchange_weak(most, now);) {
    }
    if (request.token == "refused") {
      --state_.at_work;
      return base::refuse("no");
    }
    if (progress) progress({1, 1, 0ms, {}});
    SearchResult result;
    if (request.token.starts_with("slow")) {
      while (!stop.is_stopped() && !state_.is_open) std::this_thread::sleep_for(1ms);
    }
    result.move = request.token;
    result.was_stopped = stop.is_stopped();
    --state_.at_work;
    return result;
  }

 private:
  StubState& state_;
};

class PoolTest : public testing::Test {
 protected:
  void make(const PoolLimits& limits) {
    pool_ = std::make_unique<Pool>(limits, [this] { return std::make_unique<Stub>(stub_state_); }, hub_.post());
  }

  JobNumber ask(const std::string& token, Priority priority = Priority::game,
                std::optional<milliseconds> time = std::nullopt) {
    SearchRequest request;
    request.token = token;
    request.limits.time = time;
    const auto job = pool_->ask(request, priority, [this](Checked<SearchResult> result) {
      answers_.push_back(result ? result->move + (result->was_stopped ? " stopped" : "") : result.error().reason);
    });
    return job ? *job : 0;
  }

  bool wait_for_answers(std::size_t count) {
    return hub_.run_until([&] { return answers_.size() >= count; });
  }

  StubState stub_state_;
  Hub hub_;
  std::vector<std::string> answers_;
  std::unique_ptr<Pool> pool_;
};

TEST_F(PoolTest, WhatAJobWaitsIsTakenFromItsTime) {
  make({.threads = 1});
  ask("slow");
  ASSERT_TRUE(stub_state_.wait_for(1));
  ask("clocked", Priority::game, 5s);
  ask("late", Priority::game, 1ms);
  std::this_thread::sleep_for(20ms);
  stub_state_.is_open = true;
  ASSERT_TRUE(wait_for_answers(3));
  ASSERT_EQ(stub_state_.times.size(), 3U);
  EXPECT_LE(*stub_state_.times[1], 4980ms);
  EXPECT_EQ(stub_state_.times[2], 0ms);
}

TEST_F(PoolTest, AnswersEachJobOnceWhereItIsPosted) {
  make({});
  for (int number = 0; number < 20; ++number) ask("quick");
  ask("refused");
  ASSERT_TRUE(wait_for_answers(21));
  EXPECT_EQ(std::ranges::count(answers_, "quick"), 20);
  EXPECT_EQ(std::ranges::count(answers_, "no"), 1);
  EXPECT_EQ(pool_->load().finished, 21U);
}

TEST_F(PoolTest, HasNoMoreThreadsAtWorkThanItsBound) {
  make({.threads = 2, .most_waiting = 64});
  for (int number = 0; number < 10; ++number) ask("slow");
  ASSERT_TRUE(stub_state_.wait_for(2));
  EXPECT_EQ(pool_->load().running, 2U);
  EXPECT_EQ(pool_->load().waiting, 8U);
  stub_state_.is_open = true;
  ASSERT_TRUE(wait_for_answers(10));
  EXPECT_EQ(stub_state_.most_at_work, 2);
}

TEST_F(PoolTest, TurnsAwayWhatItsQueueDoesNotHold) {
  make({.threads = 1, .most_waiting = 3});
  ask("slow");
  ASSERT_TRUE(stub_state_.wait_for(1));
  for (int number = 0; number < 3; ++number) EXPECT_NE(ask("quick"), 0U);
  EXPECT_EQ(ask("quick"), 0U);
  EXPECT_EQ(pool_->load().turned_away, 1U);
  stub_state_.is_open = true;
  ASSERT_TRUE(wait_for_answers(4));
}

TEST_F(PoolTest, LeavesAThreadFreeOfAnalyses) {
  make({.threads = 2});
  ask("slow analysis", Priority::analysis);
  ask("slow analysis", Priority::analysis);
  ASSERT_TRUE(stub_state_.wait_for(1));
  ask("quick");
  ASSERT_TRUE(wait_for_answers(1));
  EXPECT_EQ(answers_.front(), "quick");
  EXPECT_EQ(pool_->load().running, 1U);
  EXPECT_EQ(pool_->load().waiting, 1U);
}

TEST_F(PoolTest, StopsAnAnalysisForAGameWhereThereIsOneThread) {
  make({.threads = 1});
  ask("slow analysis", Priority::analysis);
  ASSERT_TRUE(stub_state_.wait_for(1));
  ask("another analysis", Priority::analysis);
  ask("game");
  ASSERT_TRUE(wait_for_answers(3));
  EXPECT_EQ(answers_, (std::vector<std::string>{"slow analysis stopped", "game", "another analysis"}));
}

TEST_F(PoolTest, StopsWhatRunsPastItsTime) {
  make({.threads = 2, .longest_search = 50ms});
  ask("slow");
  ask("slow too", Priority::game, 10ms);
  ASSERT_TRUE(wait_for_answers(2));
  EXPECT_TRUE(answers_.front().ends_with("stopped"));
  EXPECT_TRUE(answers_.back().ends_with("stopped"));
}

TEST_F(PoolTest, HurriesAndForgets) {
  make({.threads = 2});
  const JobNumber hurried = ask("slow one");
  const JobNumber forgotten = ask("slow two");
  const JobNumber waiting = ask("slow three");
  ASSERT_TRUE(stub_state_.wait_for(2));
  pool_->cancel(forgotten);
  pool_->hurry(hurried);
  ASSERT_TRUE(wait_for_answers(1));
  pool_->cancel(waiting);
  pool_->cancel(waiting);
  pool_->cancel(12345);
  ask("quick");
  ASSERT_TRUE(wait_for_answers(2));
  EXPECT_EQ(answers_, (std::vector<std::string>{"slow one stopped", "quick"}));
}

TEST_F(PoolTest, DeliversNothingOfAJobCancelledWhileItsAnswerIsOnTheWay) {
  make({});
  const JobNumber job = ask("quick");
  ASSERT_TRUE(hub_.wait_for_a_task());
  pool_->cancel(job);
  hub_.run_all();
  EXPECT_TRUE(answers_.empty());
}

TEST_F(PoolTest, EndsWithSearchesAtWorkAndDeliversNothingAfter) {
  make({.threads = 2});
  for (int number = 0; number < 5; ++number) ask("slow");
  ask("quick");
  ASSERT_TRUE(stub_state_.wait_for(2));
  pool_.reset();
  hub_.run_all();
  EXPECT_TRUE(answers_.empty());
  EXPECT_EQ(stub_state_.at_work, 0);
}

TEST_F(PoolTest, TellsProgressWhereItIsPosted) {
  make({});
  int told = 0;
  SearchRequest request;
  request.token = "quick";
  ASSERT_TRUE(pool_->ask(
      request, Priority::game, [this](Checked<SearchResult>) { answers_.emplace_back("done"); },
      [&](const SearchProgress& progress) {
        EXPECT_EQ(progress.depth, 1);
        EXPECT_TRUE(answers_.empty());
        ++told;
      }));
  ASSERT_TRUE(wait_for_answers(1));
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace crownstar::engine
