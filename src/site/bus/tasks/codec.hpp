// The messages between the two ends of a task queue: a line of words, followed by the task's own bytes.
#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "site/bus/tasks/tasks.hpp"

namespace crownstar::bus {

namespace task_codec {

inline std::string capacity_subject(const QueueOptions& options) { return "queue." + options.name + ".room"; }
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

inline std::string_view take_word(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return word;
}

template <typename T>
std::optional<T> take_number(std::string_view& line) {
  const std::string_view word = take_word(line);
  T number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

// The line, and in `bytes` what comes after it.
inline std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return line;
}

inline std::string write(Capacity capacity) {
  return std::to_string(capacity.urgent) + " " + std::to_string(capacity.patient);
}

inline std::optional<Capacity> take_capacity(std::string_view& line) {
  const auto urgent = take_number<int>(line);
  const auto patient = take_number<int>(line);
  if (!urgent || !patient) return std::nullopt;
  return Capacity{*urgent, *patient};
}

}  // namespace task_codec
}  // namespace crownstar::bus
