// Octets as hexadecimal digits, as they are kept in the store.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crownstar::people {

inline std::string hex_text(std::string_view octets) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(octets.size() * 2);
  for (const char octet : octets) {
    text += digits[static_cast<unsigned char>(octet) >> 4U];
    text += digits[static_cast<unsigned char>(octet) & 15U];
  }
  return text;
}

// Of text that `hex_text` has made; of other text some octets.
inline std::string octets_of_hex(std::string_view text) {
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  std::string octets;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    octets += static_cast<char>((value(text[at]) * 16) + value(text[at + 1]));
  }
  return octets;
}

}  // namespace crownstar::people
