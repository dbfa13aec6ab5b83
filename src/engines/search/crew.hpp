// Knows how a search is helped by threads beside its own; where there are no threads it is not.
// Refuses to know what they do.
#pragma once

#ifndef __wasm__
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace crownstar::search {

#ifdef __wasm__
class Crew {
 public:
  template <class Work>
  Crew(int, const Work&) {}
  static constexpr int most = 0;
};

struct CrewLock {
  void lock() {}
  void unlock() {}
};
#else
class Crew {
 public:
  // Calls `work(number)` on so many threads, numbers from 1 on; they are waited for at the end of the crew's life.
  template <class Work>
  Crew(int count, const Work& work) {
    for (int number = 1; number <= count; ++number) threads_.emplace_back([&work, number] { work(number); });
  }
  static constexpr int most = 255;

 private:
  std::vector<std::jthread> threads_;
};

using CrewLock = std::mutex;
#endif

// Holds what they share, while it lives.
class CrewHold {
 public:
  explicit CrewHold(CrewLock& lock) : lock_(lock) { lock_.lock(); }
  ~CrewHold() { lock_.unlock(); }
  CrewHold(const CrewHold&) = delete;
  CrewHold& operator=(const CrewHold&) = delete;

 private:
  CrewLock& lock_;
};

}  // namespace crownstar::search
