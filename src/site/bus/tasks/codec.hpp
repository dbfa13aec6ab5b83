// The subjects of a task queue. Its messages are heads of wire.toml, each followed by the task's own bytes.
#pragma once

#include <string>
#include <string_view>

#include "site/bus/random_name.hpp"
#include "site/bus/tasks/tasks.hpp"

namespace crownstar::bus {

namespace task_codec {

inline std::string capacity_subject(const QueueOptions& options) { return "queue." + options.name + ".capacity"; }
inline std::string end_subject(const QueueOptions& options, std::string_view end) {
  return "queue." + options.name + ".to." + std::string(end);
}

inline std::string name_of_end() { return random_name(20); }

}  // namespace task_codec
}  // namespace crownstar::bus
