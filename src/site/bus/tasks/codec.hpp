// The messages between the two ends of a task queue: generated heads, followed by the task's own bytes.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "site/bus/tasks/tasks.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

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

// A message is its head as JSON on one line, and the task's own bytes after it.
template <typename Head>
std::string with_bytes(const Head& head, std::string_view bytes) {
  return wire::encode(head) + "\n" + std::string(bytes);
}

// The head, and in `bytes` what follows it. Nothing where it is no such message.
template <typename Head>
std::optional<Head> take_head(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  auto head = wire::decode<Head>(bytes.substr(0, end));
  if (!head) return std::nullopt;
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return *std::move(head);
}

}  // namespace task_codec
}  // namespace crownstar::bus
