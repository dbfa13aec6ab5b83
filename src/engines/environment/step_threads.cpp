#include "engines/environment/step_threads.hpp"

#include <algorithm>

#include <unistd.h>

namespace crownstar::environment {

StepThreads::StepThreads(int threads)
    : parts_(static_cast<std::size_t>(std::max(threads, 1))),
      process_(::getpid()),
      crew_(parts_ > 1 ? std::make_unique<Crew>(parts_) : nullptr) {}

StepThreads::~StepThreads() {
  if (::getpid() != process_) static_cast<void>(crew_.release());
}

// A forked process has the games and not the threads: it gets some of its own. Nobody can say in what state the old
// ones left their lock, and nobody may wait for them, so they stay where they are.
void StepThreads::leave_behind_what_forked() {
  if (crew_ == nullptr || ::getpid() == process_) return;
  static_cast<void>(crew_.release());
  process_ = ::getpid();
  crew_ = std::make_unique<Crew>(parts_);
}

void StepThreads::run(std::size_t count, const Work& work) {
  leave_behind_what_forked();
  if (crew_ == nullptr || count < 2) {
    work(0, count);
  } else {
    crew_->run(count, work);
  }
}

StepThreads::Crew::Crew(std::size_t parts) : parts_(parts) {
  for (std::size_t part = 1; part < parts_; ++part) threads_.emplace_back([this, part] { wait_for_work(part); });
}

StepThreads::Crew::~Crew() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  has_begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void StepThreads::Crew::run(std::size_t count, const Work& work) {
  {
    const std::scoped_lock lock(mutex_);
    work_ = &work;
    count_ = count;
    working_ = threads_.size();
    ++round_;
  }
  has_begun_.notify_all();
  do_part(0, count, work);
  std::unique_lock lock(mutex_);
  is_done_.wait(lock, [this] { return working_ == 0; });
}

void StepThreads::Crew::do_part(std::size_t part, std::size_t count, const Work& work) const noexcept {
  const std::size_t from = count * part / parts_;
  const std::size_t to = count * (part + 1) / parts_;
  if (from < to) work(from, to);
}

void StepThreads::Crew::wait_for_work(std::size_t part) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    has_begun_.wait(lock, [&] { return ends_ || round_ > seen; });
    if (ends_) return;
    seen = round_;
    const Work& work = *work_;
    const std::size_t count = count_;
    lock.unlock();
    do_part(part, count, work);
    lock.lock();
    if (--working_ == 0) is_done_.notify_one();
  }
}

}  // namespace crownstar::environment
