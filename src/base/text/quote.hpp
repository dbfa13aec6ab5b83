// Quotes a piece of input for a one-line message: in quotation marks, printable and short.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::base {

inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  for (const char letter : text.substr(0, longest)) {
    const bool is_printable = letter >= ' ' && letter <= '~';
    result += is_printable ? letter : '?';
  }
  if (text.size() > longest) result += "...";
  return result + "'";
}

}  // namespace crownstar::base
