// The signal that stops a search, and wakes a thread that waits for another program.
#pragma once

#include <atomic>
#include <memory>

namespace crownstar::search {

// Copies share one signal. A search checks it often enough to end within a few milliseconds. `stop` may be called in a
// signal handler.
class StopSignal {
 public:
  StopSignal() : state_(std::make_shared<State>()) {}

  void stop() const {
    state_->stop.store(true);
    if (const int end = state_->writing_end.load(); end >= 0) wake(end);
  }
  bool is_stopped() const { return state_->stop.load(std::memory_order_relaxed); }

  // A descriptor that can be read once the search is to stop, for `poll`. The signal owns it, and makes it when it is
  // first asked for, by one thread at a time. -1 where the system has none left.
  int descriptor() const { return state_->descriptor(); }

  // To a search that ponders: the expected move was made, and its limits begin to count.
  void begin_limits() const { state_->begin_limits.store(true, std::memory_order_relaxed); }
  bool have_limits_begun() const { return state_->begin_limits.load(std::memory_order_relaxed); }

 private:
  struct State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();
    int descriptor();

    std::atomic<bool> stop = false;
    std::atomic<bool> begin_limits = false;
    std::atomic<int> writing_end = -1;
    int reading_end = -1;
  };
  static void wake(int writing_end);

  std::shared_ptr<State> state_;
};

}  // namespace crownstar::search
