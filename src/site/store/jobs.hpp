// A request on its way through a backend: the work to do on a connection, its outcome, and its completion. A job is
// passed from thread to thread and never shared.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::store {

template <typename Connection>
class JobOn {
 public:
  explicit JobOn(std::size_t bytes) : bytes_(bytes) {}
  JobOn(const JobOn&) = delete;
  JobOn& operator=(const JobOn&) = delete;
  virtual ~JobOn() = default;

  // The caller checks the connection's result. May be run again when the transaction around it had to be
  // undone.
  virtual void run(Connection& connection) = 0;
  virtual const Failure* failure() const = 0;  // null: it succeeded
  virtual void fail(const Failure& failure) = 0;
  // Lets go of the request, on the thread that has time for it.
  virtual void release() = 0;
  // On the owner's thread.
  virtual void finish() = 0;

  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
};

template <typename Connection>
using JobsOn = std::vector<std::unique_ptr<JobOn<Connection>>>;

template <typename Connection, typename Answer, typename Work>
class JobOf final : public JobOn<Connection> {
 public:
  JobOf(std::size_t bytes, Work work, Done<Answer> done)
      : JobOn<Connection>(bytes), work_(std::move(work)), done_(std::move(done)) {}

  void run(Connection& connection) override {
    if constexpr (std::is_void_v<Answer>) {
      (*work_)(connection);
      outcome_ = {};
    } else {
      outcome_ = (*work_)(connection);
    }
  }
  const Failure* failure() const override { return outcome_ ? nullptr : &outcome_.error(); }
  void fail(const Failure& failure) override { outcome_ = std::unexpected(failure); }
  void release() override { work_.reset(); }
  void finish() override {
    if (done_) done_(std::move(outcome_));
  }

 private:
  std::optional<Work> work_;
  Done<Answer> done_;
  Outcome<Answer> outcome_;
};

// One call of `post` for all of them.
template <typename Connection>
void finish_all(const Post& post, JobsOn<Connection> jobs) {
  for (const auto& job : jobs) job->release();
  post([shared = std::make_shared<JobsOn<Connection>>(std::move(jobs))] {
    for (const auto& job : *shared) job->finish();
  });
}

}  // namespace crownstar::store
