// Classes of ASCII letters, the same in every locale. Blanks are not here: each text format has its own.
#pragma once

#include <string_view>

namespace crownstar::base {

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_letter(char letter) { return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'); }
constexpr char lowered(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// For ids made at random, five bits a letter. No two of its letters look alike, so an id can be copied by hand.
inline constexpr std::string_view id_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

}  // namespace crownstar::base
