// Two nodes with one store and one bus, whose clock and post a test holds in its hand.
// It does not know what is tested.
#pragma once

#include "site/bus/memory/exchange.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::testing_site {

class NodesTest : public LiveSiteTest {
 protected:
  void SetUp() override {
    exchange = bus::MemoryExchange::create();
    first_bus = exchange->make_bus(mailbox.post());
    bus = first_bus.get();
    settings.look_every = 10h;  // messages are to be enough, unless a test says otherwise
    settings.survey_every = 10h;
    LiveSiteTest::SetUp();
    first_bus->on_link([this](bus::Link link) {
      if (live) live->link_changed(link);
    });
    now += 1s;  // so the first is the eldest, and keeps the lobby
    start_second();
    meet();
  }
  void TearDown() override {
    stop_second();
    LiveSiteTest::TearDown();
    first_bus.reset();
  }

  void start_second() {
    second_bus = exchange->make_bus(mailbox.post());
    second = std::make_unique<LiveSite>(
        LivePorts{*test_store, &second_engines, [this] { return now; },
                  [this](std::string line) { log.push_back("second: " + line); }, second_seed, second_bus.get()},
        settings);
    second_bus->on_link([this](bus::Link link) {
      if (second) second->link_changed(link);
    });
    bool is_open = false;
    second->open([&](const auto& opening) { is_open = opening.has_value(); });
    ASSERT_TRUE(mailbox.run_until([&] { return is_open; }));
  }
  // As if the process were gone.
  void stop_second() {
    second.reset();
    second_bus.reset();
    second_engines.asked.clear();
  }
  void both_pass(Milliseconds time) {
    now += time;
    live->tick();
    if (second) second->tick();
    settle();
  }
  // Until each has heard the other, and nobody waits for more.
  void meet() {
    both_pass(1s);
    both_pass(3s);
  }
  std::expected<Taken, Refused> move_on(LiveSite& node, const Person& person, const std::string& match,
                                        std::string text, std::string request = {}) {
    return answer_of<Taken>([&](auto done) {
      node.command(person, {match, std::move(request), {-1, 1 << 20, match::Move{std::move(text)}, {}}}, 0ms, done);
    });
  }
  match::Status status_on(LiveSite& node, const std::string& match) {
    std::optional<match::Status> status;
    node.look(match, [&](auto found) { status = found ? (*found)->status(now) : match::Status{}; });
    EXPECT_TRUE(mailbox.run_until([&] { return status.has_value(); }));
    return *status;
  }
  // A reader of the store may be slow, on a machine with much else to do.
  void until_moves(LiveSite& node, const std::string& match, int count) {
    for (int tries = 0; tries < 1000 && status_on(node, match).moves < count; ++tries) settle();
    ASSERT_EQ(status_on(node, match).moves, count);
  }
  std::size_t stored_events(const std::string& match) {
    std::optional<std::size_t> count;
    test_store->events(match, 0, 1000, [&](auto rows) { count = rows ? rows->size() : 0; });
    EXPECT_TRUE(mailbox.run_until([&] { return count.has_value(); }));
    return *count;
  }
  void watch_on(LiveSite& node, RecordingListener& ear, const std::string& match) {
    ASSERT_TRUE(answer_of<void>([&](auto done) { node.watch(ear, match, -1, done); }));
  }

  std::shared_ptr<bus::MemoryExchange> exchange;
  std::unique_ptr<bus::Bus> first_bus;
  std::unique_ptr<bus::Bus> second_bus;
  ToyEngines second_engines;
  std::unique_ptr<LiveSite> second;
  std::uint64_t second_seed = 8;
  const Person ann = guest("ann");
  const Person ben = guest("ben");
  const Person cyd = guest("cyd");
};

}  // namespace crownstar::live::testing_site
