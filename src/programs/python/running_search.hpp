// An engine that a Python program uses, and a search of it that runs on a thread of its own.
// It does not know Python: the thread never waits for the interpreter.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engines/search/request.hpp"
#include "engines/search/searcher.hpp"

namespace crownstar::python {

using base::Checked;

// The state that an engine and its searches share: one search at a time.
class EngineState;

class RunningSearch {
 public:
  RunningSearch(std::shared_ptr<EngineState> engine, search::SearchRequest request);
  ~RunningSearch();
  RunningSearch(const RunningSearch&) = delete;
  RunningSearch& operator=(const RunningSearch&) = delete;

  void stop() { stop_.stop(); }
  void begin_limits() { stop_.begin_limits(); }
  bool is_done() const;

  // Waits until there is news past number `seen`, the search is done, or the time has passed. How much news there is.
  std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds patience);
  std::optional<search::SearchProgress> progress() const;  // the latest
  // Once it is done.
  std::optional<Checked<search::SearchResult>> result() const;

 private:
  void run();

  std::shared_ptr<EngineState> engine_;
  search::SearchRequest request_;
  search::StopSignal stop_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::optional<search::SearchProgress> progress_;
  std::uint64_t news_ = 0;
  std::optional<Checked<search::SearchResult>> result_;
  std::thread thread_;  // the last member: it uses all others
};

class EngineState : public std::enable_shared_from_this<EngineState> {
 public:
  explicit EngineState(std::unique_ptr<search::Searcher> searcher) : searcher_(std::move(searcher)) {}

  // Refused where the engine is closed or thinks about something else.
  Checked<std::shared_ptr<RunningSearch>> start(const search::SearchRequest& request);
  Checked<void> forget();
  // Stops what runs, waits for it, and lets the searcher go.
  void close();
  bool is_closed() const;

 private:
  friend class RunningSearch;
  void release();  // by the search that ran

  mutable std::mutex mutex_;
  std::condition_variable is_free_;
  std::unique_ptr<search::Searcher> searcher_;
  bool is_busy_ = false;
  bool is_closed_ = false;
  search::StopSignal stop_;  // of the search that runs
};

// Closes every engine that is still open: no thread may run on while the program ends.
void close_all_engines();

}  // namespace crownstar::python
