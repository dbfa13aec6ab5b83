// Knows the names that both ends of a queue of tasks share: what is given, how long silence may last, how it can fail.
// Refuses to know what a task is about.
//
// A queue is nowhere but with those who gave: each keeps its own tasks, knows from their words which workers have room,
// and gives a task to one of them. A worker that falls silent loses it to another, and the first answer counts. A
// broker that dies forgets nothing, for it knew nothing.
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

// A worker has room for a task that is urgent even where it is full of others, and leaves one of those for it.
enum class Urgency : std::uint8_t { urgent, patient };

using TaskNumber = std::uint64_t;  // 0: none

enum class TaskFailure : std::uint8_t {
  lost,     // worker after worker fell silent over it
  no_link,  // nobody can be reached
};

struct QueueTerms {
  // One word, the same at both ends; another one for tasks that those of before would not understand.
  std::string name;
  Milliseconds beat_every{500};                      // a worker's sign of life, and that of each task
  Milliseconds silence{2'500};                       // after which a worker or its task counts as lost
  int most_attempts = 4;                             // of one task, at workers that fell silent
  std::size_t most_waiting = limits::tasks_waiting;  // of one giver
};

// Room for tasks of each urgency.
struct Room {
  int urgent = 0;
  int patient = 0;

  bool operator==(const Room&) const = default;
};

}  // namespace crownstar::bus
