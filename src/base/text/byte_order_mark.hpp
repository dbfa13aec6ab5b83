// The mark with which programs of Windows begin a text in UTF-8.
#pragma once

#include <string_view>

namespace crownstar::base {

constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace crownstar::base
