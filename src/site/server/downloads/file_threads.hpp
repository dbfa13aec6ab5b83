// Threads that wait for a disk, so that nothing else does.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace crownstar::server {

class FileThreads {
 public:
  FileThreads(int threads, std::size_t most_waiting);
  ~FileThreads();  // waits for the work that has begun; what waits is dropped
  FileThreads(const FileThreads&) = delete;
  FileThreads& operator=(const FileThreads&) = delete;

  // False: too much waits already.
  bool begin(std::function<void()> work);
  // The same without a bound, for what has been let in and bounds itself.
  void go_on(std::function<void()> work);

 private:
  void run();

  const std::size_t most_waiting_;
  std::mutex mutex_;  // of all below
  std::condition_variable ready_;
  std::deque<std::function<void()>> queue_;
  bool is_stopping_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace crownstar::server
