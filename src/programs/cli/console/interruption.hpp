// Tells whether a long task should stop: by Ctrl-C or a termination signal.
#pragma once

#include <array>
#include <csignal>

#include "engines/search/searcher.hpp"

namespace crownstar::cli {

// While it lives the first SIGINT or SIGTERM is noted, so that what was worked out can be kept; a second one ends the
// program at once, as ever. One lives at a time.
class Interruption {
 public:
  Interruption() : Interruption(nullptr) {}
  explicit Interruption(const search::StopSignal& stop)
      : Interruption(&stop) {}  // and this is stopped, which outlives it
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool is_wanted();

 private:
  explicit Interruption(const search::StopSignal* stop);

  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace crownstar::cli
