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
  // Stops a search; its move is not told.
  ~HubEngine();
  HubEngine(const HubEngine&) = delete;
  HubEngine& operator=(const HubEngine&) = delete;

  // False once it is told to quit. A line that makes no sense is answered with an error.
  bool hear(std::string_view text);

  // When no more lines come: a search that has an end is waited for, another one is ended with its best move.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace crownstar::hub
