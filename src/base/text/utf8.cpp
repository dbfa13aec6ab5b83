#include "base/text/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace crownstar::base {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t index) { return static_cast<unsigned char>(text[index]); }

std::size_t length_by_first_byte(std::uint32_t byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  if (byte >= 0xf0 && byte < 0xf5) return 4;
  return 0;
}

// Of a letter of several bytes. The bytes after the first are not checked yet.
std::uint32_t code_point(std::string_view letter) {
  std::uint32_t number = byte_at(letter, 0) & (0xffU >> (letter.size() + 1));
  for (std::size_t index = 1; index < letter.size(); ++index) number = number << 6U | (byte_at(letter, index) & 0x3fU);
  return number;
}

// Overlong forms, surrogates and numbers past U+10FFFF are no letters (RFC 3629).
bool is_whole(std::string_view letter) {
  for (std::size_t index = 1; index < letter.size(); ++index) {
    if (!is_within_letter(letter[index])) return false;
  }
  const std::uint32_t number = code_point(letter);
  if (letter.size() == 3) return number >= 0x800 && (number < 0xd800 || number > 0xdfff);
  if (letter.size() == 4) return number >= 0x10000 && number <= 0x10ffff;
  return true;
}

}  // namespace

std::string_view next_letter(std::string_view text) {
  const std::size_t length = length_by_first_byte(byte_at(text, 0));
  if (length < 2 || length > text.size()) return text.substr(0, 1);
  const std::string_view letter = text.substr(0, length);
  return is_whole(letter) ? letter : text.substr(0, 1);
}

bool is_utf8_letter(std::string_view letter) { return letter.size() > 1 || byte_at(letter, 0) < 0x80; }

std::string_view cut_utf8(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t end = most_bytes;
  while (end > 0 && is_within_letter(text[end])) --end;
  return text.substr(0, end);
}

std::size_t letter_count(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, is_within_letter));
}

bool is_utf8(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  while (!text.empty()) {
    // Nearly all letters are of one byte: eight of them at a time.
    std::uint64_t eight = high_bits;
    if (text.size() >= sizeof eight) std::memcpy(&eight, text.data(), sizeof eight);
    if ((eight & high_bits) == 0) {
      text.remove_prefix(sizeof eight);
      continue;
    }
    const std::string_view letter = next_letter(text);
    if (!is_utf8_letter(letter)) return false;
    text.remove_prefix(letter.size());
  }
  return true;
}

std::optional<std::u32string> decode_utf8(std::string_view text) {
  std::u32string letters;
  letters.reserve(text.size());
  while (!text.empty()) {
    const std::string_view letter = next_letter(text);
    if (!is_utf8_letter(letter)) return std::nullopt;
    letters += static_cast<char32_t>(letter.size() == 1 ? byte_at(letter, 0) : code_point(letter));
    text.remove_prefix(letter.size());
  }
  return letters;
}

void append_utf8(std::string& text, char32_t letter) {
  const auto put = [&text](char32_t byte) { text += static_cast<char>(static_cast<std::uint8_t>(byte)); };
  if (letter < 0x80) return put(letter);
  if (letter < 0x800) {
    put(0xc0 | (letter >> 6U));
  } else if (letter < 0x10000) {
    put(0xe0 | (letter >> 12U));
    put(0x80 | ((letter >> 6U) & 0x3fU));
  } else {
    put(0xf0 | (letter >> 18U));
    put(0x80 | ((letter >> 12U) & 0x3fU));
    put(0x80 | ((letter >> 6U) & 0x3fU));
  }
  put(0x80 | (letter & 0x3fU));
}

std::string encode_utf8(std::u32string_view letters) {
  std::string text;
  for (const char32_t letter : letters) append_utf8(text, letter);
  return text;
}

namespace {

// U+2028 and U+2029 end a line, U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows.
bool is_direction_or_line(std::string_view letter) {
  if (letter.size() != 3 || byte_at(letter, 0) != 0xe2) return false;
  const std::uint32_t second = byte_at(letter, 1);
  const std::uint32_t third = byte_at(letter, 2);
  return (second == 0x80 && third >= 0xa8 && third <= 0xae) || (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view letter = next_letter(text);
    text.remove_prefix(letter.size());
    const std::uint32_t byte = byte_at(letter, 0);
    const bool is_control = letter.size() == 1 && (byte < 0x20 || byte == 0x7f);
    // U+0080 to U+009F: some terminals obey these as well.
    const bool is_high_control = letter.size() == 2 && byte == 0xc2 && byte_at(letter, 1) < 0xa0;
    if (is_control || is_high_control || is_direction_or_line(letter) || !is_utf8_letter(letter)) {
      result += '?';
    } else {
      result += letter;
    }
  }
  return result;
}

}  // namespace crownstar::base
