// Threads that search beside the one that answers. WebAssembly has none.
#pragma once

#ifndef __wasm__
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace crownstar::search {

#ifdef __wasm__
class SearchThreads {
 public:
  template <class Work>
  SearchThreads(int, const Work&) {}
  static constexpr int most = 0;
};

struct SearchMutex {
  void lock() {}
  void unlock() {}
};
#else
class SearchThreads {
 public:
  // Calls `work(number)` on so many threads, numbered from 1. The destructor waits for them.
  template <class Work>
  SearchThreads(int count, const Work& work) {
    for (int number = 1; number <= count; ++number) threads_.emplace_back([&work, number] { work(number); });
  }
  static constexpr int most = 255;

 private:
  std::vector<std::jthread> threads_;
};

using SearchMutex = std::mutex;
#endif

// Locks what the threads share, while it lives.
class SearchLock {
 public:
  explicit SearchLock(SearchMutex& lock) : lock_(lock) { lock_.lock(); }
  ~SearchLock() { lock_.unlock(); }
  SearchLock(const SearchLock&) = delete;
  SearchLock& operator=(const SearchLock&) = delete;

 private:
  SearchMutex& lock_;
};

}  // namespace crownstar::search
