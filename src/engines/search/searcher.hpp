// The interface of every engine, and the signal that stops a search. A caller runs it on a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "engines/search/request.hpp"

namespace crownstar::search {

// Copies share one signal. A search checks it often enough to end within a few milliseconds.
class StopSignal {
 public:
  StopSignal() : state_(std::make_shared<State>()) {}

  void stop() const { state_->stop.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return state_->stop.load(std::memory_order_relaxed); }

  // To a search that ponders: the expected move was made, and its limits begin to count.
  void begin_limits() const { state_->begin_limits.store(true, std::memory_order_relaxed); }
  bool have_limits_begun() const { return state_->begin_limits.load(std::memory_order_relaxed); }

 private:
  struct State {
    std::atomic<bool> stop = false;
    std::atomic<bool> begin_limits = false;
  };
  std::shared_ptr<State> state_;
};

using OnProgress = std::function<void(const SearchProgress&)>;

// One engine, used by one caller at a time. It may keep what it found for the next search, and never prints.
class Searcher {
 public:
  virtual ~Searcher() = default;

  // Refused where the request cannot be understood, the game is over, or the engine does not play it. Stopped, even
  // before it began, it still answers with a legal move. `progress` may be empty, and is called on the caller's thread.
  virtual Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                                       const OnProgress& progress) = 0;

  // Drops what earlier searches found.
  virtual void forget() {}
};

}  // namespace crownstar::search
