// The subjects of a task queue. Its messages are heads of wire.toml, each followed by the task's own bytes.
#pragma once

#include <random>
#include <string>
#include <string_view>

#include "site/bus/tasks/tasks.hpp"

namespace crownstar::bus {

namespace task_codec {

inline std::string capacity_subject(const QueueOptions& options) { return "queue." + options.name + ".capacity"; }
inline std::string end_subject(const QueueOptions& options, std::string_view end) {
  return "queue." + options.name + ".to." + std::string(end);
}

inline std::string random_name() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device random;
  std::string name;
  for (int count = 0; count < 20; ++count) name += letters[random() % letters.size()];
  return name;
}

}  // namespace task_codec
}  // namespace crownstar::bus
