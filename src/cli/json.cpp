#include "cli/json.hpp"

#include <fmt/format.h>

#include "cli/utf8.hpp"

namespace crownstar::cli {

std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::string_view letter = next_letter(text);
    text.remove_prefix(letter.size());
    const char byte = letter.front();
    if (!is_utf8_letter(letter)) {
      result += replacement_letter;
    } else if (byte == '"' || byte == '\\') {
      result += '\\';
      result += byte;
    } else if (byte == '\n') {
      result += "\\n";
    } else if (byte == '\t') {
      result += "\\t";
    } else if (letter.size() == 1 && (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f)) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(byte));
    } else {
      result += letter;
    }
  }
  return result + "\"";
}

void JsonWriter::key(std::string_view name) {
  add(json_quoted(name));
  text_ += ": ";
  needs_comma_ = false;
}

void JsonWriter::value(double number) { add(fmt::format("{:.6f}", number)); }

void JsonWriter::add(std::string_view raw) {
  if (needs_comma_) text_ += ", ";
  text_ += raw;
  needs_comma_ = true;
}

void JsonWriter::open(char bracket) {
  add(std::string_view(&bracket, 1));
  needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
}

}  // namespace crownstar::cli
