// Knows what can be asked to search, and how it is told to stop.
// Refuses to know threads: whoever runs a search brings its own, and stops it from another.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "search/request.hpp"

namespace crownstar::search {

// Copies share one flag. A search looks at it often enough to end within a few milliseconds.
class StopSignal {
 public:
  StopSignal() : is_set_(std::make_shared<std::atomic<bool>>(false)) {}

  void stop() const { is_set_->store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return is_set_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> is_set_;
};

using OnProgress = std::function<void(const SearchProgress&)>;

// One engine at work for one asker at a time. It may remember between searches, and never prints.
class Searcher {
 public:
  virtual ~Searcher() = default;

  // Refused where the request cannot be understood, the game is over, or the engine does not play it. Stopped, even
  // before it began, it still answers with a legal move. `progress` may be empty, and is called on the caller's thread.
  virtual Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                                       const OnProgress& progress) = 0;

  // What was remembered is of no use for what comes.
  virtual void forget() {}
};

}  // namespace crownstar::search
