// Turns the text of a file into UTF-8, from the encodings that files of games are found in; guesses which it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::game {

enum class TextEncoding : std::uint8_t { utf8, windows_1251, windows_1252, utf16_le, utf16_be };

// `auto` is none: the text itself is asked.
base::Checked<std::optional<TextEncoding>> read_encoding(std::string_view name);
std::string_view name_of(TextEncoding encoding);

// What the beginning of a text shows: a byte order mark, every other byte zero, bytes that are no UTF-8. Runs of
// letters beyond ASCII are Cyrillic, single ones among others are western.
TextEncoding guess_encoding(std::string_view beginning);

// Takes a text piece by piece.
class TextDecoder {
 public:
  explicit TextDecoder(TextEncoding encoding) : encoding_(encoding) {}

  // What the piece says, as far as it ends in whole letters; UTF-8 is given back as it is.
  std::string_view decode(std::string_view piece);

 private:
  void decode_bytes(std::string_view piece);
  void decode_units(std::string_view piece);
  void put(std::uint32_t letter);

  TextEncoding encoding_;
  std::string text_;
  std::optional<unsigned char> half_;   // of a unit of two bytes
  std::optional<std::uint32_t> first_;  // of a pair of units
};

}  // namespace crownstar::game
