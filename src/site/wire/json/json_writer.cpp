#include "site/wire/json/json_writer.hpp"

#include <array>
#include <charconv>

#include "base/utf8.hpp"

namespace crownstar::protocol {

namespace {

void append_escaped(std::string& out, char letter) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (letter == '"' || letter == '\\') {
    out += '\\';
    out += letter;
    return;
  }
  const auto byte = static_cast<unsigned char>(letter);
  out += "\\u00";
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

}  // namespace

void append_text(std::string& out, std::string_view text) {
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
    const std::string_view letter = text::next_letter({at, static_cast<std::size_t>(end - at)});
    out += text::is_utf8_letter(letter) ? letter : text::replacement_letter;
    at += letter.size();
  }
  out += '"';
}

void append_whole(std::string& out, std::int64_t number) {
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), written.ptr);
}

}  // namespace crownstar::protocol
