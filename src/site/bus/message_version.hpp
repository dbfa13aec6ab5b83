// Knows which words of the bus a program speaks and which it understands, and the mark on each message that says so.
// Refuses to know what the words are: whoever changes them counts here, as docs/decisions/0030 says.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::bus {

struct Words {
  int spoken = 2;      // grows with every change of what any message says
  int needed = 1;      // the oldest reader that takes what is spoken rightly, if not wholly
  int understood = 1;  // the oldest speaker whom this reader takes rightly
};

// `2.1 ` and the bytes: spoken by version 2, for readers from version 1 on.
inline std::string marked(const Words& words, std::string_view bytes) {
  std::string text = std::to_string(words.spoken) + "." + std::to_string(words.needed) + " ";
  text += bytes;
  return text;
}

// Nothing where it is of a version that this reader would take wrongly, or of none.
inline std::optional<std::string_view> unmarked(const Words& words, std::string_view text) {
  int spoken = 0;
  int needed = 0;
  const char* const end = text.data() + text.size();
  const auto [point, wrong] = std::from_chars(text.data(), text.data() + text.size(), spoken);
  if (wrong != std::errc() || point == end || *point != '.') return std::nullopt;
  const auto [space, wrong_too] = std::from_chars(point + 1, end, needed);
  if (wrong_too != std::errc() || space == end || *space != ' ') return std::nullopt;
  if (needed > words.spoken || spoken < words.understood) return std::nullopt;
  return std::string_view(space + 1, end);
}

}  // namespace crownstar::bus
