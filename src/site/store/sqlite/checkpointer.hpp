// Checkpoints the write-ahead log on a thread of its own, so that no commit waits for it. The writer requests each
// checkpoint.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

// True if the whole log was checkpointed, or only the writer's newer commits remain.
bool checkpoint_log(Connection& connection, bool is_alone);

class Checkpointer {
 public:
  explicit Checkpointer(std::unique_ptr<Connection> connection);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  void ask();
  // Folds the whole log, and leaves it empty; no more checkpoints follow. False: it is not empty.
  bool end_log();
  std::uint64_t done() const { return done_; }
  std::uint64_t failed() const { return failed_; }

 private:
  void work();
  void stop();

  std::unique_ptr<Connection> connection_;
  std::mutex mutex_;
  std::condition_variable asked_;
  bool is_asked_ = false;
  bool is_closed_ = false;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::thread thread_;
};

}  // namespace crownstar::store
