// The time type of a match: milliseconds.
#pragma once

#include <chrono>

namespace crownstar::match {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Milliseconds>;

}  // namespace crownstar::match
