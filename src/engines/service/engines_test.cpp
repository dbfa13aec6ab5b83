#include "engines/service/engines.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::engine {
namespace {

hub::ExternalEngine fake(const std::string& id, const std::string& how) {
  hub::ExternalEngine engine;
  engine.id = id;
  engine.name = "Fake";
  engine.command = {"python3", "tests/hub/fake_engine.py", how, "32-28"};
  engine.move_time = milliseconds{10};
  return engine;
}

// Answers are collected as they are posted, under a lock in place of an event loop.
class EnginesTest : public testing::Test {
 protected:
  void make(std::vector<hub::ExternalEngine> external) {
    auto engines = Engines::create({.own = {.threads = 1}, .external = std::move(external)},
                                   [this](const std::function<void()>& task) {
                                     const std::lock_guard lock(mutex_);
                                     task();
                                     answered_.notify_all();
                                   });
    ASSERT_TRUE(engines) << to_text(engines.error());
    engines_ = std::move(*engines);
  }

  JobNumber ask(const std::string& level, const std::string& token = "international") {
    SearchRequest request;
    request.token = token;
    request.level = level;
    const auto job = engines_->ask(request, Priority::game, [this, level](Checked<SearchResult> result) {
      answers_.push_back(level + (result ? ": " + result->move : " refused"));
    });
    return job.value_or(0);
  }

  bool wait_for_answers(std::size_t count) {
    std::unique_lock lock(mutex_);
    return answered_.wait_for(lock, std::chrono::seconds(60), [&] { return answers_.size() >= count; });
  }

  std::mutex mutex_;
  std::condition_variable answered_;
  std::vector<std::string> answers_;
  std::unique_ptr<Engines> engines_;
};

TEST_F(EnginesTest, OffersItsLevelsForEveryGameAndExternalOnesForTheirs) {
  make({fake("scan", "good")});
  const auto levels = search::levels().size();
  for (const game::CatalogEntry& entry : game::catalog()) {
    EXPECT_EQ(engines_->choices(entry.id).size(), entry.id == "international" ? levels + 1 : levels) << entry.id;
  }
  EXPECT_EQ(engines_->choices("sternhalma:players=6").size(), levels);
  EXPECT_EQ(engines_->choices("sternhalma").front().description, search::levels().front().on_the_star);
  EXPECT_EQ(engines_->choices("american").front().description, search::levels().front().description);
  EXPECT_TRUE(engines_->choices("international").back().is_external);
}

TEST_F(EnginesTest, AsksEachInItsOwnLane) {
  hub::ExternalEngine hung = fake("hung", "deaf");
  hung.move_time = std::chrono::hours{1};
  hung.stop_wait = milliseconds{100};
  make({fake("good", "good"), hung});
  ask("hung");
  ask("casual", "american");
  ask("good");
  ASSERT_TRUE(wait_for_answers(2));
  EXPECT_TRUE(std::ranges::find(answers_, "good: 32-28") != answers_.end());
  EXPECT_TRUE(std::ranges::none_of(answers_, [](const std::string& answer) { return answer.starts_with("hung"); }));
}

TEST_F(EnginesTest, RefusesUnknownLevelsAndGamesThatAnEngineDoesNotPlay) {
  make({fake("scan", "good")});
  EXPECT_EQ(ask("nobody"), 0U);
  EXPECT_EQ(ask("scan", "american"), 0U);
  engines_->cancel(12345);
  engines_->hurry(999'999);
}

TEST(Engines, RefusesSettingsThatCannotWork) {
  const auto refused = [](const hub::ExternalEngine& engine) {
    return !Engines::create({.own = {}, .external = {engine}}, [](const std::function<void()>&) {}).has_value();
  };
  hub::ExternalEngine engine = fake("fine", "good");
  EXPECT_FALSE(refused(engine));
  engine.id = "keen";
  EXPECT_TRUE(refused(engine)) << "a level has that id";
  engine.id = "Not An Id";
  EXPECT_TRUE(refused(engine));
  engine = fake("fine", "good");
  engine.command.clear();
  EXPECT_TRUE(refused(engine));
  engine = fake("fine", "good");
  engine.games = {"chess"};
  EXPECT_TRUE(refused(engine));
  engine.games = {"sternhalma"};
  EXPECT_TRUE(refused(engine));
  engine = fake("fine", "good");
  engine.processes = 0;
  EXPECT_TRUE(refused(engine));
}

}  // namespace
}  // namespace crownstar::engine
