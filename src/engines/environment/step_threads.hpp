// Threads that wait for the next step and share its games out among themselves.
// It does not know what a step is.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace crownstar::environment {

class StepThreads {
 public:
  // The caller's thread is one of them.
  explicit StepThreads(int threads);
  ~StepThreads();
  StepThreads(const StepThreads&) = delete;
  StepThreads& operator=(const StepThreads&) = delete;

  // Calls `work(from, to)` for parts that together are 0 to `count`, at the same time, and returns when all are done.
  using Work = std::function<void(std::size_t from, std::size_t to)>;
  void run(std::size_t count, const Work& work);

 private:
  // The threads of one process, and what they share.
  class Crew {
   public:
    explicit Crew(std::size_t parts);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    void run(std::size_t count, const Work& work);

   private:
    void wait_for_work(std::size_t part);
    // Memory that has run out in the middle of a step leaves nothing to go on with.
    void do_part(std::size_t part, std::size_t count, const Work& work) const noexcept;

    std::size_t parts_;
    std::mutex mutex_;  // of what follows
    std::condition_variable has_begun_;
    std::condition_variable is_done_;
    const Work* work_ = nullptr;
    std::size_t count_ = 0;
    std::uint64_t round_ = 0;
    std::size_t working_ = 0;
    bool ends_ = false;
    std::vector<std::thread> threads_;
  };

  void leave_behind_what_forked();

  std::size_t parts_;
  int process_;
  std::unique_ptr<Crew> crew_;  // none for one thread
};

}  // namespace crownstar::environment
