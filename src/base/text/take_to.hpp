// Reads fields off the front of a text.
#pragma once

#include <algorithm>
#include <string_view>

namespace crownstar::base {

// Takes the text up to the mark, or all of it; what follows the mark stays in `text`.
inline std::string_view take_to(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

}  // namespace crownstar::base
