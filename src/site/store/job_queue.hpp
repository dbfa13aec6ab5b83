// A bounded queue of jobs between the owner's thread and the worker threads. A full queue refuses at once instead of
// waiting.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace crownstar::store {

template <typename JobType>
class BoundedQueue {
 public:
  using Jobs = std::vector<std::unique_ptr<JobType>>;

  // Jobs that were taken count until `over` is called: the bound limits jobs in flight, not only queued ones.
  BoundedQueue(std::size_t most_jobs, std::size_t most_bytes) : most_jobs_(most_jobs), most_bytes_(most_bytes) {}

  // False if the queue is full; the job then stays with the caller.
  bool push(std::unique_ptr<JobType>& job) {
    bool is_someone_waiting = false;
    {
      const std::lock_guard lock(mutex_);
      if (jobs_ >= most_jobs_ || bytes_ + job->bytes() > most_bytes_) return false;
      ++jobs_;
      bytes_ += job->bytes();
      queue_.push_back(std::move(job));
      is_someone_waiting = waiting_ > 0;
    }
    if (is_someone_waiting) arrival_.notify_one();
    return true;
  }

  // Waits for jobs and takes at most `most`; empty when the queue is closed and drained.
  Jobs take(std::size_t most) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    arrival_.wait(lock, [this] { return !queue_.empty() || is_closed_; });
    --waiting_;
    if (queue_.size() <= most) return std::exchange(queue_, {});
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(most);
    Jobs taken(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
    queue_.erase(queue_.begin(), end);
    return taken;
  }

  // The same, but waits no longer than `patience`; then the result is empty though the queue is open.
  Jobs take(std::size_t most, std::chrono::milliseconds patience) {
    {
      std::unique_lock lock(mutex_);
      ++waiting_;
      const bool has_come = arrival_.wait_for(lock, patience, [this] { return !queue_.empty() || is_closed_; });
      --waiting_;
      if (!has_come) return {};
    }
    return take(most);
  }

  void over(const Jobs& jobs) {
    std::size_t bytes = 0;
    for (const auto& job : jobs) bytes += job->bytes();
    const std::lock_guard lock(mutex_);
    jobs_ -= jobs.size();
    bytes_ -= bytes;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    arrival_.notify_all();
  }

  bool is_empty() const {
    const std::lock_guard lock(mutex_);
    return queue_.empty();
  }
  bool is_drained() const {
    const std::lock_guard lock(mutex_);
    return is_closed_ && queue_.empty();
  }
  std::size_t in_flight() const {
    const std::lock_guard lock(mutex_);
    return jobs_;
  }

 private:
  const std::size_t most_jobs_;
  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable arrival_;
  Jobs queue_;
  std::size_t jobs_ = 0;
  std::size_t bytes_ = 0;
  int waiting_ = 0;
  bool is_closed_ = false;
};

}  // namespace crownstar::store
