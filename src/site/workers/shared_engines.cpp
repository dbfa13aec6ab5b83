#include "site/workers/shared_engines.hpp"

#include <algorithm>
#include <utility>

#include "site/workers/search_text.hpp"

namespace crownstar::workers {
namespace {

// How long a search waits for a worker with room while threads of this node have nothing to do.
constexpr bus::Milliseconds patience{500};

}  // namespace

SharedEngines::SharedEngines(engine::EngineService& own, int threads, bus::Bus& bus, bus::Instant now)
    : own_(own),
      threads_(static_cast<std::size_t>(std::max(threads, 1))),
      now_(now),
      dispatcher_(bus, {.name = std::string(search_queue)}, now) {}

SharedEngines::~SharedEngines() {
  for (const auto& [number, job] : jobs_) {
    if (job.is_own) own_.cancel(job.own);
  }
}

engine::Checked<engine::JobNumber> SharedEngines::ask(engine::SearchRequest request, engine::Priority priority,
                                                      engine::OnResult done, engine::OnProgress progress) {
  const engine::JobNumber number = ++last_;
  Job& job = jobs_[number];
  job = {std::move(request), priority, std::move(done), std::move(progress), 0, 0, false, now_};
  if (give_away(number, job)) return number;
  const auto begun = do_here(number, job);
  if (begun) return number;
  jobs_.erase(number);
  return std::unexpected(begun.error());
}

bool SharedEngines::is_for_workers(const engine::SearchRequest& request) const {
  if (!dispatcher_.has_workers()) return false;
  const std::vector<engine::EngineChoice> known = own_.choices(request.token);
  const auto found = std::ranges::find(known, request.level, &engine::EngineChoice::id);
  return request.level.empty() || (found != known.end() && !found->is_external);
}

bool SharedEngines::give_away(engine::JobNumber number, Job& job) {
  if (!is_for_workers(job.request)) return false;
  const auto urgency = job.priority == engine::Priority::game ? bus::Urgency::urgent : bus::Urgency::patient;
  const auto done = [this, number](const std::expected<std::string, bus::TaskFailure>& answer) {
    answered(number, answer);
  };
  const auto progress = [this, number](std::string_view bytes) {
    const auto found = jobs_.find(number);
    if (found == jobs_.end() || !found->second.progress) return;
    const engine::OnProgress told = found->second.progress;
    if (const auto reached = read_progress(bytes)) told(*reached);
  };
  job.task = dispatcher_.give(urgency, write_request(job.request), done, progress);
  return job.task != 0;
}

base::Checked<void> SharedEngines::do_here(engine::JobNumber number, Job& job) {
  const auto done = [this, number](engine::Checked<engine::SearchResult> result) { finish(number, std::move(result)); };
  const auto begun = own_.ask(job.request, job.priority, done, job.progress);
  if (!begun) return std::unexpected(begun.error());
  job.task = 0;
  job.own = *begun;
  job.is_own = true;
  return {};
}

// A worker that refuses may be too old for the request: then this node decides.
void SharedEngines::answered(engine::JobNumber number, const std::expected<std::string, bus::TaskFailure>& answer) {
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return;
  if (answer) {
    auto result = read_answer(*answer);
    if (result && *result) return finish(number, std::move(*result));
  }
  ++taken_back_;
  // Where there is no room now, `tick` tries again.
  if (!do_here(number, found->second)) found->second.task = 0;
}

void SharedEngines::finish(engine::JobNumber number, engine::Checked<engine::SearchResult> result) {
  auto job = jobs_.extract(number);
  if (job) job.mapped().done(std::move(result));
}

void SharedEngines::cancel(engine::JobNumber job) {
  const auto found = jobs_.extract(job);
  if (!found) return;
  if (found.mapped().is_own) own_.cancel(found.mapped().own);
  dispatcher_.cancel(found.mapped().task);
}

engine::PoolLoad SharedEngines::load() const {
  engine::PoolLoad load = own_.load();
  const bus::DispatcherFigures away = dispatcher_.figures();
  load.running += away.running;
  load.waiting += away.waiting;
  load.finished += away.finished;
  return load;
}

void SharedEngines::tick(bus::Instant now) {
  now_ = now;
  dispatcher_.tick(now);
  engine::PoolLoad here = own_.load();
  std::size_t free = threads_ - std::min(threads_, here.running + here.waiting);
  for (auto& [number, job] : jobs_) {
    if (job.is_own) continue;
    const bool is_stranded = job.task == 0;
    const bool is_waiting_long = !is_stranded && now - job.asked > patience && dispatcher_.is_waiting(job.task);
    if (!is_stranded && !(is_waiting_long && free > 0)) continue;
    const bus::TaskNumber task = job.task;
    if (!do_here(number, job)) continue;
    dispatcher_.cancel(task);
    if (free > 0) --free;
    if (!is_stranded) ++taken_back_;
  }
}

}  // namespace crownstar::workers
