// Time that is nobody's: what is counted from a moment before it is counted from so much later.
#pragma once

#include <algorithm>

namespace crownstar::base {

// A moment after the clock has jumped, but before that was noticed, does not come to lie in the future.
template <typename Instant>
Instant put_off(Instant since, typename Instant::duration lost, Instant now) {
  return std::min(since + lost, now);
}

}  // namespace crownstar::base
