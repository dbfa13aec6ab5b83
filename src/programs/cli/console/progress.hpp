// Shows a long task's progress on standard error, and clears the line again.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace crownstar::cli {

// Silent for two seconds. Then, in a terminal, one line that is written over; elsewhere a line now and then, ever more
// seldom, so that a log of a long run stays short.
class Progress {
 public:
  Progress();
  ~Progress() { wipe(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tell(const std::function<std::string()>& line);  // asked for only when it is shown
  void wipe();                                          // before anything else is said

  double seconds() const;  // since the beginning

 private:
  std::chrono::steady_clock::time_point begun_;
  double next_;  // when to speak again
  bool is_terminal_;
  bool is_shown_ = false;
};

}  // namespace crownstar::cli
