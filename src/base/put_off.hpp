// Waits in which the process could not act for a while.
#pragma once

#include <algorithm>

namespace crownstar::base {

// Moves the start of a wait by the time that was lost; never past now, for a wait may have begun after the clock had
// jumped, and before that was noticed.
template <typename Instant>
Instant put_off(Instant since, typename Instant::duration lost, Instant now) {
  return std::min(since + lost, now);
}

}  // namespace crownstar::base
