// Types that both ends of a task queue share: options, urgency, capacity and failures.
//
// The queue itself lives in the dispatchers: each keeps its own tasks, knows from the workers' messages which of them
// have capacity, and gives each task to one of them. When a worker falls silent, its tasks go to another, and the first
// answer counts. A broker that restarts loses nothing, because it stores nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "site/bus/bus.hpp"

namespace crownstar::bus {

using Instant = std::chrono::steady_clock::time_point;

// A worker accepts an urgent task even when it is full of patient ones, and stops one of those for it.
enum class Urgency : std::uint8_t { urgent, patient };

using TaskNumber = std::uint64_t;  // 0: none

enum class TaskFailure : std::uint8_t {
  lost,     // several workers fell silent while running it
  no_link,  // the broker cannot be reached
};

struct QueueOptions {
  // One word, the same at both ends. Use a new name for tasks that older programs would not understand.
  std::string name;
  Milliseconds beat_every{500};                      // a worker's heartbeat, and that of each task
  Milliseconds silence{2'500};                       // after which a worker or its task counts as lost
  int most_attempts = 4;                             // of one task, at workers that fell silent
  std::size_t most_waiting = limits::tasks_waiting;  // of one dispatcher
};

// Capacity for tasks of each urgency.
struct Capacity {
  int urgent = 0;
  int patient = 0;

  bool operator==(const Capacity&) const = default;
};

}  // namespace crownstar::bus
