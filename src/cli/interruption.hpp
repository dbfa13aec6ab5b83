// Knows whether somebody wants a long task to end, by Ctrl-C or by asking the process to end. Refuses to know the task.
#pragma once

#include <array>
#include <csignal>

namespace crownstar::cli {

// While it lives the first SIGINT or SIGTERM is noted, so that what was worked out can be kept; a second one ends the
// program at once, as ever.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool is_wanted();

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace crownstar::cli
