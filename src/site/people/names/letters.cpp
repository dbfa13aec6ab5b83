#include "site/people/names/letters.hpp"

#include <array>
#include <cstdint>

namespace crownstar::people {
namespace {

struct Lead {
  std::size_t length = 0;
  char32_t bits = 0;
  char32_t least = 0;  // a smaller one would be overlong
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xE0U) == 0xC0) return {2, byte & 0x1FU, 0x80};
  if ((byte & 0xF0U) == 0xE0) return {3, byte & 0x0FU, 0x800};
  if ((byte & 0xF8U) == 0xF0) return {4, byte & 0x07U, 0x10000};
  return {};
}

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's Cf, the fillers that are letters by category and blanks by look, selectors, tags and noncharacters.
constexpr std::array<Range, 20> deceiving{{{0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x0600, 0x0605}, {0x061C, 0x061C},
                                           {0x06DD, 0x06DD}, {0x070F, 0x070F}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
                                           {0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F},
                                           {0x2800, 0x2800}, {0x3164, 0x3164}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},
                                           {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}}};

}  // namespace

std::optional<std::u32string> read_letters(std::string_view text) {
  std::u32string letters;
  letters.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Lead lead = lead_of(static_cast<unsigned char>(text[at]));
    if (lead.length == 0 || at + lead.length > text.size()) return std::nullopt;
    char32_t letter = lead.bits;
    for (std::size_t i = 1; i < lead.length; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      if ((byte & 0xC0U) != 0x80) return std::nullopt;
      letter = (letter << 6U) | (byte & 0x3FU);
    }
    const bool is_surrogate = letter >= 0xD800 && letter <= 0xDFFF;
    if (letter < lead.least || letter > 0x10FFFF || is_surrogate) return std::nullopt;
    letters += letter;
    at += lead.length;
  }
  return letters;
}

std::string write_letters(std::u32string_view letters) {
  std::string text;
  const auto put = [&text](char32_t byte) { text += static_cast<char>(static_cast<std::uint8_t>(byte)); };
  for (const char32_t letter : letters) {
    if (letter < 0x80) {
      put(letter);
      continue;
    }
    if (letter < 0x800) {
      put(0xC0 | (letter >> 6U));
    } else if (letter < 0x10000) {
      put(0xE0 | (letter >> 12U));
      put(0x80 | ((letter >> 6U) & 0x3FU));
    } else {
      put(0xF0 | (letter >> 18U));
      put(0x80 | ((letter >> 12U) & 0x3FU));
      put(0x80 | ((letter >> 6U) & 0x3FU));
    }
    put(0x80 | (letter & 0x3FU));
  }
  return text;
}

bool is_control(char32_t letter) {
  return letter < 0x20 || (letter >= 0x7F && letter <= 0x9F) || letter == 0x2028 || letter == 0x2029;
}

bool is_deceiving(char32_t letter) {
  for (const Range& range : deceiving) {
    if (letter >= range.first && letter <= range.last) return true;
  }
  return (letter & 0xFFFE) == 0xFFFE;  // the last two of every plane are no characters
}

bool is_space(char32_t letter) {
  return letter == ' ' || letter == 0xA0 || letter == 0x1680 || (letter >= 0x2000 && letter <= 0x200A) ||
         letter == 0x202F || letter == 0x205F || letter == 0x3000;
}

}  // namespace crownstar::people
