#include "base/text/json.hpp"

#include <cmath>
#include <cstdlib>

#include "base/text/utf8.hpp"

namespace crownstar::base {

namespace {

void append_escaped(std::string& out, char letter) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto number = static_cast<unsigned char>(letter);
  out += '\\';
  if (letter == '"' || letter == '\\') {
    out += letter;
  } else if (letter == '\n') {
    out += 'n';
  } else if (letter == '\t') {
    out += 't';
  } else {
    out += "u00";
    out += digits[number >> 4U];
    out += digits[number & 15U];
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    const char* const run = at;
    while (at != end && *at >= 0x20 && *at < 0x7f && *at != '"' && *at != '\\') ++at;
    out.append(run, at);
    if (at == end) break;
    if (static_cast<unsigned char>(*at) < 0x80) {
      append_escaped(out, *at++);
      continue;
    }
    const std::string_view letter = next_letter({at, static_cast<std::size_t>(end - at)});
    out += is_utf8_letter(letter) ? letter : replacement_letter;
    at += letter.size();
  }
  out += '"';
}

std::string json_quoted(std::string_view text) {
  std::string result;
  append_json_string(result, text);
  return result;
}

void JsonWriter::key(std::string_view name) {
  add(json_quoted(name));
  text_ += ": ";
  needs_comma_ = false;
}

// Six digits after the point. Numbers that are too large for that, or not finite, become null, as in ECMAScript.
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

}  // namespace crownstar::base
