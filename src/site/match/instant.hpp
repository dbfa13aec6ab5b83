// Knows how a match writes times: in milliseconds. Refuses to know what time it is.
#pragma once

#include <chrono>

namespace crownstar::match {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Milliseconds>;

}  // namespace crownstar::match
