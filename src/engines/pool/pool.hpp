// A bounded number of search threads behind a bounded queue, with priorities. A factory makes a searcher for each.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/limits.hpp"
#include "engines/pool/search_names.hpp"

namespace crownstar::engine {

using base::Checked;
using std::chrono::milliseconds;

// Runs a task where the answers are wanted, on the event loop's thread. Called from any thread, even as the pool ends.
using Post = std::function<void(std::function<void()> task)>;

// `game`: a person waits for the move. It goes before `analysis`, which includes games of engines alone: if no thread
// is free, a running analysis is stopped for it.
enum class Priority : std::uint8_t { game, analysis };

using JobNumber = std::uint64_t;
using OnResult = std::function<void(Checked<SearchResult> result)>;

struct PoolLimits {
  int threads = 2;
  std::size_t most_waiting = limits::searches_waiting;  // of both priorities together; more are refused
  milliseconds longest_search = limits::search_time;    // a search without a shorter limit is stopped then
};

struct PoolLoad {
  std::size_t running = 0;
  std::size_t waiting = 0;
  std::uint64_t finished = 0;  // since the start, with those that were refused by their engine
  std::uint64_t turned_away = 0;
};

using MakeSearcher = std::function<std::unique_ptr<Searcher>()>;

class Pool {
 public:
  Pool(const PoolLimits& limits, MakeSearcher make_searcher, Post post);
  // Stops what runs and waits for its threads; nothing is delivered after that.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // `done` is posted once, unless the job is cancelled; `progress`, if any, is posted at most ten times a second.
  // Refused, and neither is ever called, where the queue is full. Waiting for a thread takes from its time.
  Checked<JobNumber> ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress = {});

  // Nothing of that job is delivered from now on, when called where the results are posted. Unknown numbers do no harm.
  void cancel(JobNumber number);

  // The search ends now, and its best move until then is delivered.
  void hurry(JobNumber number);

  PoolLoad load() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace crownstar::engine
