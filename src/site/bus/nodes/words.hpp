// Reads words and numbers off the front of a text.
// It does not know what they mean.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace crownstar::bus {

// Takes the text up to the mark, or all of it; what follows the mark stays in `text`.
inline std::string_view take_to(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

inline std::string_view take_word(std::string_view& text) { return take_to(text, ' '); }

inline std::optional<long long> take_number(std::string_view& text) {
  const std::string_view word = take_word(text);
  long long number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace crownstar::bus
