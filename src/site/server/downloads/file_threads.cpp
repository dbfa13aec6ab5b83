#include "site/server/downloads/file_threads.hpp"

#include <utility>

namespace crownstar::server {

FileThreads::FileThreads(int threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

FileThreads::~FileThreads() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  ready_.notify_all();
  threads_.clear();  // joins
}

bool FileThreads::begin(std::function<void()> work) {
  {
    const std::scoped_lock lock(mutex_);
    if (queue_.size() >= most_waiting_) return false;
    queue_.push_back(std::move(work));
  }
  ready_.notify_one();
  return true;
}

void FileThreads::go_on(std::function<void()> work) {
  {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(std::move(work));
  }
  ready_.notify_one();
}

void FileThreads::run() {
  for (;;) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [this] { return is_stopping_ || !queue_.empty(); });
      if (is_stopping_) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    work();
  }
}

}  // namespace crownstar::server
