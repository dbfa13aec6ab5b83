#include "site/people/names/letters.hpp"

#include <array>
#include <cstdint>

namespace crownstar::people {
namespace {

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
