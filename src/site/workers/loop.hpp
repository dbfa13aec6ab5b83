// A worker's single thread: runs posted work, and a tick at intervals.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace crownstar::workers {

class Loop {
 public:
  // The only call that other threads may make.
  void post(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
    }
    arrival_.notify_one();
  }

  // Runs what is posted, and `tick` about every `period`, until it returns false.
  void run(std::chrono::milliseconds period, const std::function<bool()>& tick) {
    using Clock = std::chrono::steady_clock;
    for (auto next = Clock::now(); true;) {
      if (Clock::now() >= next) {
        if (!tick()) return;
        next = Clock::now() + period;
      }
      std::unique_lock lock(mutex_);
      if (!arrival_.wait_until(lock, next, [this] { return !waiting_.empty(); })) continue;
      const auto work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> waiting_;
};

}  // namespace crownstar::workers
