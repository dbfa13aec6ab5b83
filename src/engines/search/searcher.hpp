// Knows what can be asked to search, and how it is told to stop.
// Refuses to know threads: whoever runs a search brings its own, and stops it from another.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "engines/search/request.hpp"

namespace crownstar::search {

// Copies share what it says. A search looks at it often enough to end within a few milliseconds.
class StopSignal {
 public:
  StopSignal() : said_(std::make_shared<Said>()) {}

  void stop() const { said_->stop.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return said_->stop.load(std::memory_order_relaxed); }

  // Of a search that ponders: the move that it hoped for was made, and its own time runs.
  void begin_limits() const { said_->begin_limits.store(true, std::memory_order_relaxed); }
  bool have_limits_begun() const { return said_->begin_limits.load(std::memory_order_relaxed); }

 private:
  struct Said {
    std::atomic<bool> stop = false;
    std::atomic<bool> begin_limits = false;
  };
  std::shared_ptr<Said> said_;
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
