// The event loop: the single thread that owns all sockets and matches. Other threads post work to it. Its header does
// not expose Asio.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "site/server/net/loop/deadline.hpp"

namespace crownstar::server {

class EventLoopContext;  // event_loop_context.hpp

class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // The only call that other threads may make. Work that is posted together runs together.
  void post(std::function<void()> work);

  void run();   // until stopped
  void stop();  // after the current work

  // Calls `work` about every `period`; for as long as the loop lives.
  void every(std::chrono::milliseconds period, std::function<void()> work);
  // `first` on the first SIGINT or SIGTERM, `second` on each later one.
  void on_signals(std::function<void()> first, std::function<void()> second);
  void on_hangup(std::function<void()> work);  // on each SIGHUP

  DeadlineWheel& deadlines();
  EventLoopContext& context() { return *context_; }

 private:
  std::unique_ptr<EventLoopContext> context_;
};

}  // namespace crownstar::server
