// Runs searches that other nodes request over the bus on this process's engines.
#pragma once

#include <map>

#include "engines/pool/engine_service.hpp"
#include "site/bus/tasks/worker.hpp"

namespace crownstar::workers {

// All of it runs where the bus and the engines deliver.
class SearchWorker {
 public:
  // `threads`: that the engines have.
  SearchWorker(bus::Bus& bus, engine::EngineService& engines, int threads, bus::Instant now);
  ~SearchWorker();
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;

  void tick(bus::Instant now) { task_worker_.tick(now); }
  void link_changed(bus::Link link) { task_worker_.link_changed(link); }
  // Hands its searches back, so that others do them at once.
  void leave() { task_worker_.leave(); }
  bus::WorkerFigures figures() const { return task_worker_.figures(); }

 private:
  void take(bus::TaskNumber number, bus::Urgency urgency, std::string_view bytes);

  engine::EngineService& engines_;
  std::map<bus::TaskNumber, engine::JobNumber> jobs_;
  bus::TaskWorker task_worker_;
};

}  // namespace crownstar::workers
