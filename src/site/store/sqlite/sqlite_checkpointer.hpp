// Knows how the log is folded into the file beside the writer, so that no commit waits for it.
// Refuses to know when: who writes asks for it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "site/store/sqlite/sqlite_connection.hpp"

namespace crownstar::store {

// Whether all of the log was folded, or nothing hindered it but the writer, who may have gone on meanwhile.
bool fold_log(Connection& connection, bool is_alone);

class Checkpointer {
 public:
  explicit Checkpointer(std::unique_ptr<Connection> connection);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  void ask();
  std::uint64_t done() const { return done_; }
  std::uint64_t failed() const { return failed_; }

 private:
  void work();

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
