// Text as a part of a URL: all but letters, digits and -._~ is written as %XX (RFC 3986).
#pragma once

#include <string>
#include <string_view>

#include "base/text/letters.hpp"

namespace crownstar::base {

inline std::string percent_encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain = "-._~";
  std::string encoded;
  for (const char letter : text) {
    if (is_letter(letter) || is_digit(letter) || plain.contains(letter)) {
      encoded += letter;
      continue;
    }
    const auto octet = static_cast<unsigned char>(letter);
    encoded += {'%', digits[octet >> 4U], digits[octet & 15U]};
  }
  return encoded;
}

}  // namespace crownstar::base
