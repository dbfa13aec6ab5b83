// A parallel loop over many like items, with progress reports and a way to stop it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace crownstar::tablebase {

class ParallelFor {
 public:
  // Called on the thread that runs the loop, with how many items are done; false stops it.
  using Tick = std::function<bool(std::uint64_t done)>;

  ParallelFor(int threads, Tick tick) : threads_(threads), tick_(std::move(tick)) {}

  // Calls `work(first, last)` for parts of 0 to `count`; false where it was stopped.
  template <class Work>
  bool run(std::uint64_t count, const Work& work) const {
    constexpr std::uint64_t least_part = 4096;
    constexpr std::uint64_t parts_a_thread = 64;
    const auto threads = static_cast<std::uint64_t>(threads_);
    const std::uint64_t part = std::max(least_part, count / (threads * parts_a_thread));
    std::atomic<std::uint64_t> next = 0;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<bool> is_stopped = false;
    const auto take = [&](bool is_first) {
      while (!is_stopped) {
        const std::uint64_t first = next.fetch_add(part);
        if (first >= count) break;
        const std::uint64_t last = std::min(count, first + part);
        work(first, last);
        done += last - first;
        if (is_first && !tick_(done)) is_stopped = true;
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::uint64_t i = 1; i < std::min(threads, count / part); ++i) others.emplace_back(take, false);
      take(true);
    }
    return !is_stopped;
  }

 private:
  int threads_;
  Tick tick_;
};

}  // namespace crownstar::tablebase
