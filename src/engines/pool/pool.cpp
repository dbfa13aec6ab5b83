#include "engines/pool/pool.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace crownstar::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr milliseconds between_progress{100};
// What a search may take beyond its limit before it is told to stop: to look at its clock, to answer.
constexpr milliseconds grace{200};
constexpr std::size_t priorities = 2;

}  // namespace

// What the asker's calls, the threads and the posted answers share. A job is touched under the lock, but for its stop
// signal and `is_dropped`.
struct Pool::State {
  struct Job {
    JobNumber number = 0;
    SearchRequest request;
    Priority priority = Priority::game;
    OnResult done;
    OnProgress progress;
    StopSignal stop;
    std::atomic<bool> is_dropped = false;  // nobody wants to hear of it any more
    Clock::time_point asked = Clock::now();
    std::optional<Clock::time_point> due;  // while it runs
  };
  using JobPointer = std::shared_ptr<Job>;

  State(const PoolLimits& given, MakeSearcher make, Post where)
      : limits(given), make_searcher(std::move(make)), post(std::move(where)) {
    limits.threads = std::max(limits.threads, 1);
  }

  void begin() {
    for (int number = 0; number < limits.threads; ++number) threads.emplace_back([this] { work(); });
    threads.emplace_back([this] { watch(); });
  }

  void end() {
    {
      const std::lock_guard lock(mutex);
      is_ending = true;
      for (auto& queue : waiting) {
        for (const JobPointer& job : queue) job->is_dropped = true;
        queue.clear();
      }
      for (const JobPointer& job : running) {
        job->is_dropped = true;
        job->stop.stop();
      }
      for (const auto& job : answered) {
        if (const JobPointer posted = job.lock()) posted->is_dropped = true;
      }
    }
    changed.notify_all();
    overdue.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  Checked<JobNumber> ask(JobPointer job) {
    JobNumber number = 0;
    {
      const std::lock_guard lock(mutex);
      if (waiting[0].size() + waiting[1].size() >= limits.most_waiting) {
        ++load.turned_away;
        return base::refuse("too many searches are waiting; try again in a moment");
      }
      number = job->number = next_number++;
      waiting[static_cast<std::size_t>(job->priority)].push_back(std::move(job));
      make_room();
    }
    changed.notify_one();
    return number;
  }

  // A game does not wait for an analysis: where no thread is free, the analysis begun last answers with what it has.
  void make_room() {
    if (waiting[0].empty() || running.size() < static_cast<std::size_t>(limits.threads)) return;
    const auto is_analysis = [](const JobPointer& job) {
      return job->priority == Priority::analysis && !job->stop.is_stopped();
    };
    const auto found = std::find_if(running.rbegin(), running.rend(), is_analysis);
    if (found != running.rend()) (*found)->stop.stop();
  }

  // The next job that may run, or null. Analyses leave one thread free, where there are several.
  JobPointer take() {
    const auto analyses = static_cast<int>(std::ranges::count(running, Priority::analysis, &Job::priority));
    for (auto& queue : waiting) {
      if (queue.empty()) continue;
      const bool is_analysis = queue.front()->priority == Priority::analysis;
      if (is_analysis && analyses >= std::max(1, limits.threads - 1)) continue;
      JobPointer job = std::move(queue.front());
      queue.pop_front();
      return job;
    }
    return nullptr;
  }

  void work() {
    std::unique_ptr<Searcher> searcher;
    std::unique_lock lock(mutex);
    while (true) {
      JobPointer job;
      changed.wait(lock, [&] { return is_ending || (job = take()) != nullptr; });
      if (is_ending) return;
      auto& time = job->request.limits.time;
      const auto waited = std::chrono::duration_cast<milliseconds>(Clock::now() - job->asked);
      if (time) time = std::clamp(*time - waited, milliseconds{0}, limits.longest_search);
      job->due = Clock::now() + (time ? *time + grace : limits.longest_search);
      running.push_back(job);
      lock.unlock();
      overdue.notify_one();
      if (!searcher) searcher = make_searcher();
      auto result = searcher->search(job->request, job->stop, progress_of(job));
      lock.lock();
      std::erase(running, job);
      ++load.finished;
      const bool is_wanted = !job->is_dropped;
      if (is_wanted) {
        std::erase_if(answered, [](const auto& posted) { return posted.expired(); });
        answered.push_back(job);
      }
      lock.unlock();
      // Another job may have been held back by this one.
      changed.notify_one();
      if (is_wanted) deliver(job, std::move(result));
      lock.lock();
    }
  }

  void deliver(const JobPointer& job, Checked<SearchResult> result) const {
    post([job, result = std::move(result)]() mutable {
      if (!job->is_dropped.exchange(true)) job->done(std::move(result));
    });
  }

  OnProgress progress_of(const JobPointer& job) const {
    if (!job->progress) return {};
    return [this, job, last = Clock::time_point{}](const SearchProgress& progress) mutable {
      const auto now = Clock::now();
      if (now - last < between_progress) return;
      last = now;
      post([job, progress] {
        if (!job->is_dropped) job->progress(progress);
      });
    };
  }

  // Stops what has run past its time, whatever its engine thinks of it.
  void watch() {
    std::unique_lock lock(mutex);
    while (!is_ending) {
      std::optional<Clock::time_point> next;
      for (const JobPointer& job : running) {
        if (job->stop.is_stopped()) continue;
        if (*job->due <= Clock::now()) {
          job->stop.stop();
        } else if (!next || *job->due < *next) {
          next = job->due;
        }
      }
      if (next) {
        overdue.wait_until(lock, *next);
      } else {
        overdue.wait(lock);
      }
    }
  }

  JobPointer find(JobNumber number) const {
    const auto has_number = [&](const JobPointer& job) { return job->number == number; };
    for (const auto& queue : waiting) {
      if (const auto found = std::ranges::find_if(queue, has_number); found != queue.end()) return *found;
    }
    const auto found = std::ranges::find_if(running, has_number);
    if (found != running.end()) return *found;
    for (const auto& posted : answered) {
      if (JobPointer job = posted.lock(); job && job->number == number) return job;
    }
    return nullptr;
  }

  PoolLimits limits;
  MakeSearcher make_searcher;
  Post post;

  mutable std::mutex mutex;
  std::condition_variable changed;  // a job waits, or one has ended
  std::condition_variable overdue;  // a job has begun
  std::array<std::deque<JobPointer>, priorities> waiting;
  std::vector<JobPointer> running;
  std::vector<std::weak_ptr<Job>> answered;  // their answers are on the way
  PoolLoad load;
  JobNumber next_number = 1;
  bool is_ending = false;
  std::vector<std::thread> threads;
};

Pool::Pool(const PoolLimits& limits, MakeSearcher make_searcher, Post post)
    : state_(std::make_unique<State>(limits, std::move(make_searcher), std::move(post))) {
  state_->begin();
}

Pool::~Pool() { state_->end(); }

Checked<JobNumber> Pool::ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress) {
  auto job = std::make_shared<State::Job>();
  job->request = std::move(request);
  job->priority = priority;
  job->done = std::move(done);
  job->progress = std::move(progress);
  return state_->ask(std::move(job));
}

void Pool::cancel(JobNumber number) {
  const std::lock_guard lock(state_->mutex);
  const auto job = state_->find(number);
  if (!job) return;
  job->is_dropped = true;
  job->stop.stop();
  for (auto& queue : state_->waiting) std::erase(queue, job);
}

void Pool::hurry(JobNumber number) {
  const std::lock_guard lock(state_->mutex);
  if (const auto job = state_->find(number)) job->stop.stop();
}

PoolLoad Pool::load() const {
  const std::lock_guard lock(state_->mutex);
  PoolLoad load = state_->load;
  load.running = state_->running.size();
  load.waiting = state_->waiting[0].size() + state_->waiting[1].size();
  return load;
}

}  // namespace crownstar::engine
