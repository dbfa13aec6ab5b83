#include "site/workers/search_worker.hpp"

#include <algorithm>

#include "site/workers/search_text.hpp"

namespace crownstar::workers {

// As the pool has it: an analysis is stopped for a game, and analyses leave one thread free where there are several.
SearchWorker::SearchWorker(bus::Bus& bus, engine::EngineService& engines, int threads, bus::Instant now)
    : engines_(engines),
      task_worker_(bus, {.name = std::string(search_queue)}, {threads, std::max(1, threads - 1)},
                   {[this](bus::TaskNumber number, bus::Urgency urgency, std::string_view bytes) {
                      take(number, urgency, bytes);
                    },
                    [this](bus::TaskNumber number) {
                      if (const auto job = jobs_.extract(number)) engines_.cancel(job.mapped());
                    }},
                   now) {}

SearchWorker::~SearchWorker() {
  for (const auto& [number, job] : jobs_) engines_.cancel(job);
}

void SearchWorker::take(bus::TaskNumber number, bus::Urgency urgency, std::string_view bytes) {
  const auto request = read_request(bytes);
  if (!request)
    return task_worker_.finish(number, write_answer(base::refuse("the worker does not understand the search")));
  const auto done = [this, number](const base::Checked<engine::SearchResult>& result) {
    jobs_.erase(number);
    task_worker_.finish(number, write_answer(result));
  };
  const auto progress = [this, number](const engine::SearchProgress& reached) {
    task_worker_.progress(number, write_progress(reached));
  };
  const auto priority = urgency == bus::Urgency::urgent ? engine::Priority::game : engine::Priority::analysis;
  const auto job = engines_.ask(*request, priority, done, progress);
  if (!job) return task_worker_.finish(number, write_answer(std::unexpected(job.error())));
  jobs_.emplace(number, *job);
}

}  // namespace crownstar::workers
