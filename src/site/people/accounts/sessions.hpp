// When a session ends, and when it is given another secret.
#pragma once

#include <chrono>

#include "site/people/answer.hpp"

namespace crownstar::people {

// When a session ends if it is not used again. `idle`: how long it may stay unused.
Instant session_end(Instant made, Instant seen, std::chrono::hours idle);
// A session is given another secret by the first request of another day.
bool is_rotation_due(Instant seen, Instant now);

}  // namespace crownstar::people
