#include "site/people/accounts/sessions.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace crownstar::people {

Instant session_end(Instant made, Instant seen, std::chrono::hours idle) {
  return std::min<Instant>(made + limits::session_life, seen + idle);
}

bool is_rotation_due(Instant seen, Instant now) {
  constexpr Milliseconds period = limits::session_rotation;
  return seen.time_since_epoch() / period < now.time_since_epoch() / period;
}

}  // namespace crownstar::people
