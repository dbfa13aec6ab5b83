// Our own side of Hub 2: lines of another program come in, ours go out, and a search runs in between.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engines/pool/equipment.hpp"

namespace crownstar::hub {

class HubEngine {
 public:
  // `say` is called with whole lines, also from the thread of a search, never by two at once.
  using Say = std::function<void(const std::string& line)>;
  HubEngine(engine::Equipment equipment, std::string version, Say say);
  // Stops a search; its move is not reported.
  ~HubEngine();
  HubEngine(const HubEngine&) = delete;
  HubEngine& operator=(const HubEngine&) = delete;

  // False after `quit`. A line that makes no sense is answered with an error.
  bool hear(std::string_view text);

  // At the end of the input: waits for a search with limits; any other is stopped and reports its best move.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace crownstar::hub
