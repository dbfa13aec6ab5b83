// Which descriptors are ready and which times have come; one thread, thousands of sockets.
// It does not know what is read and written.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace crownstar::load {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Whoever waits for a descriptor.
class Ready {
 public:
  virtual ~Ready() = default;
  virtual void on_ready(std::uint32_t what) = 0;  // EPOLLIN, EPOLLOUT and their like
};

class Poller {
 public:
  Poller();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  void watch(int descriptor, Ready& who, bool also_writable);
  void change(int descriptor, Ready& who, bool also_writable);
  void forget(int descriptor, Ready& who);

  void later(milliseconds wait, std::function<void()> work);
  void forget_all_later() { timers_ = {}; }

  // One look at what is ready, waiting so long at most.
  void turn(milliseconds most);
  // False if it did not come about in time.
  bool run_until(const std::function<bool()>& is_reached, milliseconds most);
  void run_for(milliseconds time);

 private:
  struct Timer {
    SteadyClock::time_point at;
    std::uint64_t number = 0;
    std::function<void()> work;
    bool operator<(const Timer& other) const { return at != other.at ? at > other.at : number > other.number; }
  };
  void run_timers();

  int epoll_ = -1;
  std::priority_queue<Timer> timers_;
  std::uint64_t timer_number_ = 0;
  std::vector<Ready*> ready_now_;  // of this turn; those forgotten meanwhile are empty
};

}  // namespace crownstar::load
