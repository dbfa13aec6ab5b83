// A cell of a line of comma-separated values, as RFC 4180 has it.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::base {

// As it is, or in quotation marks where it holds what would end it.
inline std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + '"';
}

}  // namespace crownstar::base
