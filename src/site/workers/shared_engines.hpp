// Runs a search on another machine's worker if there is one, otherwise on this node's threads.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engines/pool/engine_service.hpp"
#include "site/bus/tasks/dispatcher.hpp"

namespace crownstar::workers {

struct SharedFigures {
  bus::DispatcherFigures queue;
  std::uint64_t taken_back = 0;  // done here after all
};

// All of it runs where the bus and the engines deliver.
class SharedEngines final : public engine::EngineService {
 public:
  // `threads`: that the node's own engines have.
  SharedEngines(engine::EngineService& own, int threads, bus::Bus& bus, bus::Instant now);
  ~SharedEngines() override;
  SharedEngines(const SharedEngines&) = delete;
  SharedEngines& operator=(const SharedEngines&) = delete;

  using EngineService::ask;

  std::vector<engine::EngineChoice> choices(std::string_view token) const override { return own_.choices(token); }
  // External engines run here alone: they belong to this node.
  engine::Checked<engine::JobNumber> ask(engine::SearchRequest request, engine::Priority priority,
                                         engine::OnResult done, engine::OnProgress progress) override;
  void cancel(engine::JobNumber job) override;
  engine::PoolLoad load() const override;  // of this node's threads and of what it has given away

  void tick(bus::Instant now);
  void link_changed(bus::Link link) { dispatcher_.link_changed(link); }
  SharedFigures figures() const { return {dispatcher_.figures(), taken_back_}; }

 private:
  struct Job {
    engine::SearchRequest request;
    engine::Priority priority = engine::Priority::game;
    engine::OnResult done;
    engine::OnProgress progress;
    bus::TaskNumber task = 0;   // where a worker does it or is to
    engine::JobNumber own = 0;  // where this node does it
    bool is_own = false;
    bus::Instant asked;
  };

  bool is_for_workers(const engine::SearchRequest& request) const;
  bool give_away(engine::JobNumber number, Job& job);
  base::Checked<void> do_here(engine::JobNumber number, Job& job);
  void answered(engine::JobNumber number, const std::expected<std::string, bus::TaskFailure>& answer);
  void finish(engine::JobNumber number, engine::Checked<engine::SearchResult> result);

  engine::EngineService& own_;
  const std::size_t threads_;
  bus::Instant now_;
  engine::JobNumber last_ = 0;
  std::map<engine::JobNumber, Job> jobs_;
  std::uint64_t taken_back_ = 0;
  bus::TaskDispatcher dispatcher_;
};

}  // namespace crownstar::workers
