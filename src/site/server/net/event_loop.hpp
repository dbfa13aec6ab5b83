// Knows the one thread that owns every socket and table: its queue of work, its clock tick, what other threads hand to
// it. Refuses to know what the work is, and shows nothing of the library that waits for sockets.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "site/server/net/deadline.hpp"

namespace crownstar::server {

class HubContext;  // hub_context.hpp, for those who move bytes

class Hub {
 public:
  Hub();
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  // The only call that other threads may make. What is handed over together is run together.
  void post(std::function<void()> work);

  void run();   // until stopped
  void stop();  // after the work at hand

  // Calls `work` about every `period`; for as long as the hub lives.
  void every(std::chrono::milliseconds period, std::function<void()> work);
  // `first` on the first SIGINT or SIGTERM, `second` on each later one.
  void on_signals(std::function<void()> first, std::function<void()> second);

  DeadlineWheel& deadlines();
  HubContext& context() { return *context_; }

 private:
  std::unique_ptr<HubContext> context_;
};

}  // namespace crownstar::server
