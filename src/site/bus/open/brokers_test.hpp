// The brokers that bus tests run on: shared memory, or a NATS server of the test's own. A test can cut the connection.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "site/bus/memory/exchange.hpp"

namespace crownstar::bus {

// Stands in for the owner's thread: what is posted waits until the test runs it.
class Mailbox {
 public:
  Post post() {
    return [this](std::function<void()> work) {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
      arrival_.notify_one();
    };
  }

  // Runs what comes until that is so. False: it was not so for a minute, in which nothing came.
  bool run_until(const std::function<bool()>& is_so) {
    while (!is_so()) {
      std::function<void()> work;
      {
        std::unique_lock lock(mutex_);
        if (!arrival_.wait_for(lock, std::chrono::minutes(1), [this] { return !waiting_.empty(); })) return false;
        work = std::move(waiting_.front());
        waiting_.pop_front();
      }
      work();
    }
    return true;
  }

  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> waiting_;
};

class TestBroker {
 public:
  virtual ~TestBroker() = default;
  virtual std::unique_ptr<Bus> open(Post post) = 0;
  virtual void cut() = 0;   // as if the machine in the middle had failed
  virtual void mend() = 0;  // it is there again, and remembers nothing
};

class MemoryTestBroker final : public TestBroker {
 public:
  std::unique_ptr<Bus> open(Post post) override { return exchange_->make_bus(std::move(post)); }
  void cut() override { exchange_->cut(); }
  void mend() override { exchange_->mend(); }

 private:
  std::shared_ptr<MemoryExchange> exchange_ = MemoryExchange::create();
};

class NatsTestBroker final : public TestBroker {
 public:
  NatsTestBroker() {
    std::string name = (std::filesystem::temp_directory_path() / "crownstar_bus_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    run("start");
    std::ifstream(folder_ / "broker") >> address_;
  }
  NatsTestBroker(const NatsTestBroker&) = delete;
  NatsTestBroker& operator=(const NatsTestBroker&) = delete;
  ~NatsTestBroker() override {
    run("stop");
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::unique_ptr<Bus> open(Post post) override {
    auto bus = open_bus({address_, "test", Milliseconds{500}}, std::move(post));
    EXPECT_TRUE(bus) << base::to_text(bus.error());
    return std::move(*bus);
  }
  void cut() override { run("kill"); }
  void mend() override { run("again"); }
  const std::string& address() const { return address_; }

 private:
  void run(const std::string& action) const {
    const std::string command = "bash tests/support/nats.sh " + action + " " + (folder_ / "broker").string();
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }

  std::filesystem::path folder_;
  std::string address_;
};

struct BrokerKind {
  std::string name;
  std::unique_ptr<TestBroker> (*make)();
};

inline std::ostream& operator<<(std::ostream& out, const BrokerKind& home) { return out << home.name; }

inline const std::vector<BrokerKind> broker_kinds{
    {"memory", [] -> std::unique_ptr<TestBroker> { return std::make_unique<MemoryTestBroker>(); }},
#if CROWNSTAR_NATS
    {"nats", [] -> std::unique_ptr<TestBroker> { return std::make_unique<NatsTestBroker>(); }},
#endif
};

inline std::string broker_name(const testing::TestParamInfo<BrokerKind>& info) { return info.param.name; }

}  // namespace crownstar::bus
