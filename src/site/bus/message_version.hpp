// Versions of the bus's messages: which version this program writes and which it can read, and the mark on each
// message that says so. Whoever changes a message raises the numbers here, as docs/decisions/0030 says.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::bus {

struct MessageVersion {
  int written = 8;        // of this program's messages; raised with every change to any message
  int oldest_reader = 4;  // the oldest program that reads them correctly, if not completely
  int oldest_writer = 4;  // the oldest program whose messages this one reads correctly
};

// `4.3 ` and the bytes: written by version 4, for readers from version 3 on.
inline std::string with_version(const MessageVersion& version, std::string_view bytes) {
  std::string text = std::to_string(version.written) + "." + std::to_string(version.oldest_reader) + " ";
  text += bytes;
  return text;
}

// The bytes; nothing where the message has no version, or one that this program would read wrongly.
inline std::optional<std::string_view> without_version(const MessageVersion& version, std::string_view text) {
  int written = 0;
  int oldest_reader = 0;
  const char* const end = text.data() + text.size();
  const auto [point, wrong] = std::from_chars(text.data(), text.data() + text.size(), written);
  if (wrong != std::errc() || point == end || *point != '.') return std::nullopt;
  const auto [space, wrong_too] = std::from_chars(point + 1, end, oldest_reader);
  if (wrong_too != std::errc() || space == end || *space != ' ') return std::nullopt;
  if (oldest_reader > version.written || written < version.oldest_writer) return std::nullopt;
  return std::string_view(space + 1, end);
}

}  // namespace crownstar::bus
