// A node and its workers on an in-memory bus. Engines answer when the test says so.
#include "site/workers/shared_engines.hpp"

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "site/bus/memory/exchange.hpp"
#include "site/workers/search_text.hpp"
#include "site/workers/search_worker.hpp"

namespace crownstar::workers {
namespace {

using engine::Checked;
using engine::Priority;
using engine::SearchRequest;
using engine::SearchResult;

class ToyEngines final : public engine::EngineService {
 public:
  using EngineService::ask;

  std::vector<engine::EngineChoice> choices(std::string_view /*token*/) const override {
    return {{"keen", "Keen", "", false}, {"scan", "Scan", "", true}};
  }
  Checked<engine::JobNumber> ask(SearchRequest request, Priority priority, engine::OnResult done,
                                 engine::OnProgress progress) override {
    if (is_full) return base::refuse("too many searches are waiting; try again in a moment");
    jobs.emplace(++last, Job{std::move(request), priority, std::move(done), std::move(progress)});
    return last;
  }
  void cancel(engine::JobNumber job) override { jobs.erase(job); }
  engine::PoolLoad load() const override {
    engine::PoolLoad load;
    load.running = jobs.size();
    return load;
  }

  void answer_all(const std::string& move) {
    for (auto& [number, job] : std::exchange(jobs, {})) {
      SearchResult result;
      result.move = move;
      job.done(std::move(result));
    }
  }
  void refuse_all() {
    for (auto& [number, job] : std::exchange(jobs, {})) job.done(base::refuse("no such level"));
  }

  struct Job {
    SearchRequest request;
    Priority priority;
    engine::OnResult done;
    engine::OnProgress progress;
  };
  std::map<engine::JobNumber, Job> jobs;
  engine::JobNumber last = 0;
  bool is_full = false;
};

class SharedEnginesTest : public testing::Test {
 public:
  bus::Post post() {
    return [this](std::function<void()> work) { waiting.push_back(std::move(work)); };
  }

  // In memory all that was said has been heard when nothing waits any more.
  void settle() {
    while (!waiting.empty()) {
      const auto work = std::move(waiting.front());
      waiting.pop_front();
      work();
    }
  }

  void hire() {
    worker_bus = exchange->make_bus(post());
    worker.emplace(*worker_bus, workers_engines, 2, now);
    settle();
  }
  // As if its machine had failed.
  void lose_worker() {
    worker.reset();
    worker_bus.reset();
  }

  engine::JobNumber ask(const std::string& level = "keen", Priority priority = Priority::game) {
    SearchRequest request;
    request.token = "american";
    request.level = level;
    const auto job = shared.ask(
        request, priority,
        [this](const Checked<SearchResult>& result) { answers.push_back(result ? result->move : "refused"); },
        [this](const engine::SearchProgress& progress) { depths.push_back(progress.depth); });
    settle();
    return job.value_or(0);
  }

  void pass(bus::Milliseconds time) {
    now += time;
    if (worker) worker->tick(now);
    settle();
    shared.tick(now);
    settle();
  }

  std::deque<std::function<void()>> waiting;
  std::shared_ptr<bus::MemoryExchange> exchange = bus::MemoryExchange::create();
  bus::Instant now;
  std::unique_ptr<bus::Bus> bus = exchange->make_bus(post());
  ToyEngines own;
  ToyEngines workers_engines;
  SharedEngines shared{own, 1, *bus, now};
  std::unique_ptr<bus::Bus> worker_bus;
  std::optional<SearchWorker> worker;
  std::vector<std::string> answers;
  std::vector<int> depths;
};

TEST_F(SharedEnginesTest, WithoutWorkersTheNodeSearchesItself) {
  ask();
  EXPECT_EQ(own.jobs.size(), 1U);
  own.answer_all("11-15");
  EXPECT_EQ(answers, std::vector<std::string>{"11-15"});
  own.is_full = true;
  EXPECT_EQ(ask(), 0U);
  EXPECT_EQ(answers.size(), 1U);
}

TEST_F(SharedEnginesTest, AWorkerSearchesTellsAndAnswers) {
  hire();
  ask();
  ask("keen", Priority::analysis);
  EXPECT_TRUE(own.jobs.empty());
  ASSERT_EQ(workers_engines.jobs.size(), 2U);
  EXPECT_EQ(workers_engines.jobs.begin()->second.request.token, "american");
  EXPECT_EQ(workers_engines.jobs.begin()->second.priority, Priority::game);
  EXPECT_EQ(workers_engines.jobs.rbegin()->second.priority, Priority::analysis);
  engine::SearchProgress progress;
  progress.depth = 7;
  workers_engines.jobs.begin()->second.progress(progress);
  settle();
  EXPECT_EQ(depths, std::vector<int>{7});
  EXPECT_EQ(shared.figures().queue.running, 2U);
  workers_engines.answer_all("11-15");
  settle();
  EXPECT_EQ(answers, (std::vector<std::string>{"11-15", "11-15"}));
  EXPECT_EQ(shared.load().running, 0U);
}

TEST_F(SharedEnginesTest, ExternalEnginesStayWithTheirNode) {
  hire();
  ask("scan");
  EXPECT_EQ(own.jobs.size(), 1U);
  EXPECT_TRUE(workers_engines.jobs.empty());
}

TEST_F(SharedEnginesTest, AWorkerThatDiesIsReplacedByAnotherOrByTheNode) {
  hire();
  ask();
  ASSERT_EQ(workers_engines.jobs.size(), 1U);
  lose_worker();
  workers_engines.jobs.clear();
  pass(bus::Milliseconds{3'000});
  EXPECT_EQ(own.jobs.size(), 1U) << "nobody else is there";
  own.answer_all("11-15");
  EXPECT_EQ(answers.size(), 1U);

  hire();
  ask();
  lose_worker();
  workers_engines.jobs.clear();
  hire();
  pass(bus::Milliseconds{2'000});
  pass(bus::Milliseconds{2'000});
  EXPECT_EQ(workers_engines.jobs.size() + own.jobs.size(), 1U);
  workers_engines.answer_all("9-13");
  own.answer_all("9-13");
  settle();
  EXPECT_EQ(answers, (std::vector<std::string>{"11-15", "9-13"}));
}

TEST_F(SharedEnginesTest, ALostBrokerLeavesTheNodeToItself) {
  bus->on_link([this](bus::Link link) { shared.link_changed(link); });
  hire();
  ask();
  EXPECT_TRUE(own.jobs.empty());
  exchange->cut();
  settle();
  EXPECT_EQ(own.jobs.size(), 1U);
  ask();
  EXPECT_EQ(own.jobs.size(), 2U);
  own.answer_all("11-15");
  workers_engines.answer_all("9-13");
  exchange->mend();
  settle();
  pass(bus::Milliseconds{1'000});
  EXPECT_EQ(answers, (std::vector<std::string>{"11-15", "11-15"}));
  workers_engines.jobs.clear();
  ask();
  EXPECT_EQ(workers_engines.jobs.size(), 1U);
}

TEST_F(SharedEnginesTest, WhatWaitsLongIsDoneHereWhereThreadsAreFree) {
  hire();
  for (int count = 0; count < 4; ++count) ask();
  EXPECT_EQ(workers_engines.jobs.size(), 2U);
  EXPECT_EQ(shared.figures().queue.waiting, 2U);
  pass(bus::Milliseconds{1'000});
  EXPECT_EQ(own.jobs.size(), 1U) << "this node has one thread";
  EXPECT_EQ(shared.figures().queue.waiting, 1U);
  EXPECT_EQ(shared.figures().taken_back, 1U);
  workers_engines.answer_all("a");
  settle();
  own.answer_all("b");
  workers_engines.answer_all("c");
  settle();
  EXPECT_EQ(answers.size(), 4U);
}

TEST_F(SharedEnginesTest, WhatAWorkerRefusesTheNodeDecides) {
  hire();
  ask();
  workers_engines.refuse_all();
  settle();
  ASSERT_EQ(own.jobs.size(), 1U);
  own.refuse_all();
  EXPECT_EQ(answers, std::vector<std::string>{"refused"});
}

TEST_F(SharedEnginesTest, WhatCannotBeDoneAnywhereWaitsAndIsTriedAgain) {
  hire();
  ask();
  own.is_full = true;
  workers_engines.refuse_all();
  settle();
  EXPECT_TRUE(answers.empty());
  pass(bus::Milliseconds{100});
  EXPECT_TRUE(own.jobs.empty());
  own.is_full = false;
  pass(bus::Milliseconds{100});
  own.answer_all("11-15");
  EXPECT_EQ(answers, std::vector<std::string>{"11-15"});
}

TEST_F(SharedEnginesTest, ACancelledSearchStopsWhereverItIs) {
  const engine::JobNumber here = ask();
  shared.cancel(here);
  EXPECT_TRUE(own.jobs.empty());
  hire();
  const engine::JobNumber there = ask();
  EXPECT_EQ(workers_engines.jobs.size(), 1U);
  shared.cancel(there);
  shared.cancel(there);
  settle();
  EXPECT_TRUE(workers_engines.jobs.empty());
  EXPECT_TRUE(answers.empty());
}

TEST_F(SharedEnginesTest, AWorkerThatLeavesStopsItsSearches) {
  hire();
  ask();
  worker->leave();
  settle();
  EXPECT_TRUE(workers_engines.jobs.empty());
  pass(bus::Milliseconds{1'000});
  EXPECT_EQ(own.jobs.size(), 1U);
}

}  // namespace
}  // namespace crownstar::workers
