#include "programs/python/running_search.hpp"

#include <utility>
#include <vector>

namespace crownstar::python {
namespace {

// Every engine, as long as it lives.
class OpenEngines {
 public:
  void add(const std::shared_ptr<EngineState>& engine) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(engines_, [](const auto& each) { return each.expired(); });
    engines_.push_back(engine);
  }
  std::vector<std::weak_ptr<EngineState>> all() {
    const std::scoped_lock lock(mutex_);
    return engines_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<EngineState>> engines_;
};

OpenEngines& open_engines() {
  static OpenEngines engines;
  return engines;
}

}  // namespace

RunningSearch::RunningSearch(std::shared_ptr<EngineState> engine, search::SearchRequest request)
    : engine_(std::move(engine)), request_(std::move(request)) {
  {
    const std::scoped_lock lock(engine_->mutex_);
    engine_->stop_ = stop_;
  }
  thread_ = std::thread([this] { run(); });
}

RunningSearch::~RunningSearch() {
  stop();
  if (thread_.joinable()) thread_.join();
}

bool RunningSearch::is_done() const {
  const std::scoped_lock lock(mutex_);
  return result_.has_value();
}

void RunningSearch::run() {
  auto result = engine_->searcher_->search(request_, stop_, [this](const search::SearchProgress& progress) {
    const std::scoped_lock lock(mutex_);
    progress_ = progress;
    ++news_;
    changed_.notify_all();
  });
  engine_->release();
  const std::scoped_lock lock(mutex_);
  result_ = std::move(result);
  changed_.notify_all();
}

std::uint64_t RunningSearch::wait(std::uint64_t seen, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return news_ > seen || result_.has_value(); });
  return news_;
}

std::optional<search::SearchProgress> RunningSearch::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

std::optional<Checked<search::SearchResult>> RunningSearch::result() const {
  const std::scoped_lock lock(mutex_);
  return result_;
}

Checked<std::shared_ptr<RunningSearch>> EngineState::start(const search::SearchRequest& request) {
  {
    const std::scoped_lock lock(mutex_);
    if (is_closed_) return base::refuse("the engine is closed");
    if (is_busy_) return base::refuse("the engine is searching; stop that search, or wait for it");
    is_busy_ = true;
  }
  open_engines().add(shared_from_this());
  try {
    return std::make_shared<RunningSearch>(shared_from_this(), request);
  } catch (...) {  // the system gives no thread
    release();
    throw;
  }
}

void EngineState::release() {
  const std::scoped_lock lock(mutex_);
  is_busy_ = false;
  is_free_.notify_all();
}

Checked<void> EngineState::forget() {
  const std::scoped_lock lock(mutex_);
  if (is_closed_) return base::refuse("the engine is closed");
  if (is_busy_) return base::refuse("the engine is searching; stop that search, or wait for it");
  searcher_->forget();
  return {};
}

void EngineState::close() {
  std::unique_lock lock(mutex_);
  is_closed_ = true;
  while (is_busy_) {
    stop_.stop();  // again and again: a search that is just beginning has not told its signal yet
    is_free_.wait_for(lock, std::chrono::milliseconds{10});
  }
  searcher_.reset();
}

bool EngineState::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return is_closed_;
}

void close_all_engines() {
  for (const auto& each : open_engines().all()) {
    if (const auto engine = each.lock()) engine->close();
  }
}

}  // namespace crownstar::python
