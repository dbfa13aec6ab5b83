// Knows how searches that others ask over the bus are done by engines of this process.
// Refuses to know who asked, and which broker is between.
#pragma once

#include <map>

#include "engines/pool/engine_port.hpp"
#include "site/bus/tasks/task_taker.hpp"

namespace crownstar::workers {

// All of it runs where the bus and the engines deliver.
class SearchWorker {
 public:
  // `threads`: that the engines have.
  SearchWorker(bus::Bus& bus, engine::EnginePort& engines, int threads, bus::Instant now);
  ~SearchWorker();
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;

  void tick(bus::Instant now) { taker_.tick(now); }
  void link_changed(bus::Link link) { taker_.link_changed(link); }
  // Others do what it has, at once.
  void leave() { taker_.leave(); }
  bus::TakerFigures figures() const { return taker_.figures(); }

 private:
  void take(bus::TaskNumber number, bus::Urgency urgency, std::string_view bytes);

  engine::EnginePort& engines_;
  std::map<bus::TaskNumber, engine::JobNumber> jobs_;
  bus::TaskTaker taker_;
};

}  // namespace crownstar::workers
