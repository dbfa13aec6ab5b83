#include "base/json.hpp"

#include <cmath>
#include <cstdlib>

#include "base/utf8.hpp"

namespace crownstar::text {

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
      constexpr std::string_view digits = "0123456789abcdef";
      const auto number = static_cast<unsigned char>(byte);
      result += "\\u00";
      result += digits[number >> 4U];
      result += digits[number & 15U];
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

// Six digits behind the point. A number that has no such form is none that anyone here measures: null, as in
// ECMAScript.
void JsonWriter::value(double number) {
  constexpr double most = 9e12;
  if (!(std::abs(number) < most)) return null();
  const long long millionths = std::llround(number * 1e6);
  const std::string digits = std::to_string(1'000'000 + std::llabs(millionths) % 1'000'000);
  add((millionths < 0 ? "-" : "") + std::to_string(std::llabs(millionths) / 1'000'000) + "." + digits.substr(1));
}

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

}  // namespace crownstar::text
