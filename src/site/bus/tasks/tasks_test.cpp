// Task queues on every implementation of the bus. Time is set by the test; nothing waits for it.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/open/brokers_test.hpp"
#include "site/bus/tasks/dispatcher.hpp"
#include "site/bus/tasks/worker.hpp"

namespace crownstar::bus {
namespace {

using TaskAnswer = std::expected<std::string, TaskFailure>;

// Hears whoever has come so far that all it said before is heard here too.
struct Meeting {
  explicit Meeting(Bus& bus) {
    bus.subscribe("meet", [this](auto, std::string_view bytes) { heard.emplace(bytes); });
  }
  std::set<std::string> heard;
};

// A worker that does a task when the test says so.
struct Worker {
  Worker(TestBroker& broker, Mailbox& mailbox, Capacity capacity, Instant now)
      : bus(broker.open(mailbox.post())),
        meeting(*bus),
        task_worker(std::make_unique<TaskWorker>(
            *bus, QueueOptions{"test"}, capacity,
            TaskWorker::Callbacks{
                [this](TaskNumber number, Urgency, std::string_view bytes) { tasks.emplace(number, bytes); },
                [this](TaskNumber number) { dropped.insert(tasks.extract(number).mapped()); }},
            now)) {
    bus->on_link([this](Link link) { task_worker->link_changed(link); });
  }

  void finish_all() {
    for (const auto& [number, bytes] : std::exchange(tasks, {})) task_worker->finish(number, "done " + bytes);
  }

  std::map<TaskNumber, std::string> tasks;
  std::set<std::string> dropped;
  std::unique_ptr<Bus> bus;
  Meeting meeting;
  std::unique_ptr<TaskWorker> task_worker;
};

class Tasks : public testing::TestWithParam<BrokerKind> {
 public:
  Tasks()
      : broker(GetParam().make()),
        bus(broker->open(mailbox.post())),
        dispatcher(std::make_unique<TaskDispatcher>(*bus, QueueOptions{"test"}, now)) {
    bus->on_link([this](Link link) {
      links.push_back(link);
      dispatcher->link_changed(link);
    });
    bool is_in_force = false;
    bus->subscribe("ready", [](auto, auto) {}, [&] { is_in_force = true; });
    EXPECT_TRUE(wait([&] { return is_in_force && !links.empty(); }));
  }

  std::unique_ptr<Worker> hire(Capacity capacity) {
    const std::size_t before = dispatcher->figures().workers;
    auto worker = std::make_unique<Worker>(*broker, mailbox, capacity, now);
    EXPECT_TRUE(wait([&] { return dispatcher->figures().workers > before; }));
    return worker;
  }

  TaskNumber give(const std::string& bytes, Urgency urgency = Urgency::urgent) {
    const TaskNumber number = dispatcher->give(
        urgency, bytes,
        [this, bytes](TaskAnswer answer) {
          EXPECT_FALSE(answers.contains(bytes)) << "answered twice";
          answers.emplace(bytes, std::move(answer));
        },
        [this](std::string_view progress) { told.emplace_back(progress); });
    EXPECT_NE(number, 0U);
    return number;
  }

  bool wait(const std::function<bool()>& is_so) { return mailbox.run_until(is_so); }

  // All that one has said until now has been heard by the other.
  bool meet(Bus& from, const Meeting& to) {
    const std::string word = std::to_string(++meetings);
    EXPECT_TRUE(from.publish("meet", word).has_value());
    return wait([&] { return to.heard.contains(word); });
  }

  // Time passes for the dispatcher and one worker, the only one that goes on saying that it lives.
  bool pass_time_until(const std::function<bool()>& is_so, Worker& living) {
    for (int step = 0; step < 10 && !is_so(); ++step) {
      now += Milliseconds{1'000};
      living.task_worker->tick(now);
      if (!meet(*living.bus, meeting)) return false;
      dispatcher->tick(now);
      if (!meet(*bus, living.meeting)) return false;
    }
    return is_so();
  }

  Mailbox mailbox;
  std::unique_ptr<TestBroker> broker;
  std::unique_ptr<Bus> bus;
  Instant now;
  std::unique_ptr<TaskDispatcher> dispatcher;
  Meeting meeting{*bus};
  int meetings = 0;
  std::vector<Link> links;
  std::map<std::string, TaskAnswer> answers;
  std::vector<std::string> told;
};

TEST_P(Tasks, AreDoneWithProgressAndOneAnswer) {
  give("early");
  EXPECT_EQ(dispatcher->figures().waiting, 1U);
  EXPECT_FALSE(dispatcher->has_workers());
  const auto worker = hire({2, 1});
  give("later");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 2; }));
  EXPECT_EQ(dispatcher->figures().running, 2U);
  worker->task_worker->progress(worker->tasks.begin()->first, "half\nway");
  ASSERT_TRUE(wait([&] { return !told.empty(); }));
  EXPECT_EQ(told, std::vector<std::string>{"half\nway"});
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return answers.size() == 2; }));
  EXPECT_EQ(answers.at("early"), TaskAnswer("done early"));
  EXPECT_EQ(answers.at("later"), TaskAnswer("done later"));
  EXPECT_EQ(dispatcher->figures().finished, 2U);
  EXPECT_EQ(dispatcher->figures().running, 0U);
}

TEST_P(Tasks, UrgentOnesGoFirstAndFindRoomBesidePatientOnes) {
  give("patient 1", Urgency::patient);
  give("patient 2", Urgency::patient);
  give("urgent 1");
  const auto worker = hire({1, 1});
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  EXPECT_EQ(worker->tasks.begin()->second, "urgent 1");
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  EXPECT_EQ(worker->tasks.begin()->second, "patient 1");
  give("urgent 2");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 2; }));
  ASSERT_TRUE(wait([&] { return dispatcher->figures().waiting == 1; }));
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return answers.size() == 4; }));
}

TEST_P(Tasks, AWorkerThatDiesLosesItsTaskToAnotherAndTheAskerSeesOneAnswer) {
  auto dying = hire({1, 1});
  give("task");
  ASSERT_TRUE(wait([&] { return dying->tasks.size() == 1; }));
  ASSERT_TRUE(meet(*dying->bus, meeting));
  dying->task_worker.reset();
  dying->bus.reset();
  const auto living = hire({1, 1});
  ASSERT_TRUE(pass_time_until([&] { return living->tasks.size() == 1; }, *living));
  EXPECT_EQ(dispatcher->figures().given_again, 1U);
  living->finish_all();
  ASSERT_TRUE(wait([&] { return answers.size() == 1; }));
  EXPECT_EQ(answers.at("task"), TaskAnswer("done task"));
}

TEST_P(Tasks, AWorkerThatWasOnlySlowAnswersTooAndIsHeardOnce) {
  const auto slow = hire({1, 1});
  give("task");
  ASSERT_TRUE(wait([&] { return slow->tasks.size() == 1; }));
  ASSERT_TRUE(meet(*slow->bus, meeting));
  const auto other = hire({1, 1});
  ASSERT_TRUE(pass_time_until([&] { return other->tasks.size() == 1; }, *other));
  slow->finish_all();
  other->finish_all();
  ASSERT_TRUE(wait([&] { return !answers.empty(); }));
  ASSERT_TRUE(meet(*slow->bus, meeting) && meet(*other->bus, meeting));
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers.at("task"), TaskAnswer("done task"));
}

TEST_P(Tasks, OneThatEveryWorkerDiesOverIsGivenUp) {
  give("poison");
  for (int attempt = 0; attempt < QueueOptions{}.most_attempts; ++attempt) {
    EXPECT_TRUE(answers.empty());
    const auto worker = hire({1, 1});
    ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
    worker->task_worker.reset();
    ASSERT_TRUE(meet(*worker->bus, meeting));
    now += Milliseconds{10'000};
    dispatcher->tick(now);
  }
  ASSERT_TRUE(wait([&] { return !answers.empty(); }));
  EXPECT_EQ(answers.at("poison"), TaskAnswer(std::unexpected(TaskFailure::lost)));
  EXPECT_EQ(dispatcher->figures().waiting + dispatcher->figures().running, 0U);
}

TEST_P(Tasks, WhoeverLeavesGivesBackAtOnce) {
  const auto leaving = hire({2, 2});
  give("a");
  give("b");
  ASSERT_TRUE(wait([&] { return leaving->tasks.size() == 2; }));
  leaving->task_worker->leave();
  EXPECT_EQ(leaving->dropped, (std::set<std::string>{"a", "b"}));
  ASSERT_TRUE(wait([&] { return dispatcher->figures().waiting == 2 && !dispatcher->has_workers(); }));
  const auto other = hire({2, 2});
  ASSERT_TRUE(wait([&] { return other->tasks.size() == 2; }));
  other->finish_all();
  ASSERT_TRUE(wait([&] { return answers.size() == 2; }));
  EXPECT_TRUE(leaving->tasks.empty());
}

TEST_P(Tasks, ACancelledOneIsDroppedWhereverItIs) {
  const TaskNumber waiting = give("waiting");
  EXPECT_TRUE(dispatcher->is_waiting(waiting));
  dispatcher->cancel(waiting);
  const auto worker = hire({1, 1});
  const TaskNumber running = give("running");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  EXPECT_FALSE(dispatcher->is_waiting(running));
  dispatcher->cancel(running);
  dispatcher->cancel(running);
  ASSERT_TRUE(wait([&] { return worker->dropped.contains("running"); }));
  give("last");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return !answers.empty(); }));
  EXPECT_EQ(answers.size(), 1U);
  EXPECT_EQ(dispatcher->figures().waiting + dispatcher->figures().running, 0U);
}

TEST_P(Tasks, TheQueueIsBounded) {
  for (std::size_t count = 0; count < QueueOptions{}.most_waiting; ++count) give(std::to_string(count));
  EXPECT_EQ(dispatcher->give(Urgency::urgent, "too many", [](const auto&) {}), 0U);
  EXPECT_EQ(dispatcher->figures().waiting, QueueOptions{}.most_waiting);
  EXPECT_EQ(dispatcher->give(Urgency::patient, std::string(limits::bus_message_bytes, 'x'), [](const auto&) {}), 0U);
}

TEST_P(Tasks, TwoGiversShareTheWorkersAndNobodyTakesMoreThanItHasRoomFor) {
  const auto other_bus = broker->open(mailbox.post());
  TaskDispatcher other(*other_bus, QueueOptions{"test"}, now);
  // It is heard here when its subscriptions are in force there.
  bool is_ready = false;
  other_bus->subscribe("ready", [](auto, auto) {}, [&] { is_ready = true; });
  ASSERT_TRUE(wait([&] { return is_ready; }));
  std::size_t others_done = 0;
  constexpr std::size_t many = 100;
  std::vector<std::unique_ptr<Worker>> workers;
  for (int count = 0; count < 3; ++count) workers.push_back(hire({2, 1}));
  for (std::size_t count = 0; count < many; ++count) {
    const Urgency urgency = count % 2 == 0 ? Urgency::urgent : Urgency::patient;
    give(std::to_string(count), urgency);
    ASSERT_NE(other.give(urgency, "other", [&](const TaskAnswer& answer) { others_done += answer ? 1 : 0; }), 0U);
  }
  ASSERT_TRUE(wait([&] {
    for (const auto& worker : workers) {
      EXPECT_LE(worker->tasks.size(), 3U);
      worker->finish_all();
    }
    return answers.size() == many && others_done == many;
  }));
}

TEST_P(Tasks, WithoutALinkTheyFailAtOnceAndGoOnAfterwards) {
  const auto worker = hire({1, 1});
  give("running");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  give("waiting");
  broker->cut();
  ASSERT_TRUE(wait([&] { return answers.size() == 2; }));
  EXPECT_EQ(answers.at("running"), TaskAnswer(std::unexpected(TaskFailure::no_link)));
  EXPECT_EQ(answers.at("waiting"), TaskAnswer(std::unexpected(TaskFailure::no_link)));
  EXPECT_FALSE(dispatcher->has_workers());
  broker->mend();
  ASSERT_TRUE(wait([&] { return links.back() == Link::back; }));
  give("afterwards");
  now += Milliseconds{1'000};
  dispatcher->tick(now);
  ASSERT_TRUE(wait([&] {
    worker->finish_all();
    // Where its word was spoken too early for this dispatcher, it is said again.
    worker->task_worker->tick(now += Milliseconds{1'000});
    return answers.contains("afterwards");
  }));
}

TEST_P(Tasks, WordsThatNobodyUnderstandsDoNoHarm) {
  const auto worker = hire({1, 1});
  for (const std::string message :
       {"", "\n", "{}", "urgent x y\n", R"({"worker":"","urgent":1,"patient":1})", R"({"worker":"w","urgent":1})",
        R"({"worker":"w","urgent":-2,"patient":1})", R"({"worker":"w","urgent":"1","patient":1})",
        R"({"worker":"w","urgent":1,"patient":99999999999999999999})"}) {
    ASSERT_TRUE(bus->publish("queue.test.capacity", message).has_value());
  }
  give("task");
  ASSERT_TRUE(wait([&] { return worker->tasks.size() == 1; }));
  worker->finish_all();
  ASSERT_TRUE(wait([&] { return answers.size() == 1; }));
  EXPECT_EQ(dispatcher->figures().workers, 1U);
}

INSTANTIATE_TEST_SUITE_P(Bus, Tasks, testing::ValuesIn(broker_kinds), broker_name);

}  // namespace
}  // namespace crownstar::bus
