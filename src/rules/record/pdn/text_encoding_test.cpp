#include "rules/record/pdn/text_encoding.hpp"

#include <string>

#include <gtest/gtest.h>

namespace crownstar::game {
namespace {

using enum TextEncoding;

std::string decoded(TextEncoding encoding, std::string_view text, std::size_t piece_size) {
  TextDecoder decoder(encoding);
  std::string result;
  for (std::size_t start = 0; start < text.size(); start += piece_size) {
    result += decoder.decode(text.substr(start, piece_size));
  }
  return result;
}

TEST(TextEncoding, IsGuessedFromTheText) {
  EXPECT_EQ(guess_encoding(""), utf8);
  EXPECT_EQ(guess_encoding("[Event \"plain\"] 1. 11-15"), utf8);
  EXPECT_EQ(guess_encoding("[White \"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD\"]"), utf8);
  EXPECT_EQ(guess_encoding("[White \"\xD0\x98\xD0\xB2\xD0"), utf8) << "the beginning ends inside a letter";
  EXPECT_EQ(guess_encoding("[White \"\xC8\xE2\xE0\xED\xEE\xE2\"]"), windows_1251);
  EXPECT_EQ(guess_encoding("[White \"M\xFCller\"] [Black \"Andr\xE9\"]"), windows_1252);
  EXPECT_EQ(guess_encoding(std::string_view("\xFF\xFE[\0E\0", 6)), utf16_le);
  EXPECT_EQ(guess_encoding(std::string_view("\xFE\xFF\0[\0E", 6)), utf16_be);
  EXPECT_EQ(guess_encoding(std::string_view("[\0E\0v\0e\0", 8)), utf16_le);
  EXPECT_EQ(guess_encoding(std::string_view("\0[\0E\0v\0e", 8)), utf16_be);
}

TEST(TextEncoding, BecomesUtf8InPiecesOfAnySize) {
  for (const std::size_t size : {1U, 2U, 3U, 100U}) {
    EXPECT_EQ(decoded(windows_1251, "1. \xC8\xE2\xE0\xED \xB8 \xB9", size),
              "1. \xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD \xD1\x91 \xE2\x84\x96");
    EXPECT_EQ(decoded(windows_1252, "M\xFCller \x80 \x81", size), "M\xC3\xBCller \xE2\x82\xAC \xEF\xBF\xBD");
    EXPECT_EQ(decoded(utf16_le, std::string_view("\xFF\xFE\x18\x04x\0\x3D\xD8\x00\xDE", 10), size),
              "\xD0\x98x\xF0\x9F\x98\x80");
    EXPECT_EQ(decoded(utf16_be, std::string_view("\x04\x18\0x\xDE\x00\0y", 8), size), "\xD0\x98x\xEF\xBF\xBDy");
    EXPECT_EQ(decoded(utf8, "\xD0\x98", size), "\xD0\x98");
  }
}

TEST(TextEncoding, HasANameAndUnknownOnesAreRefused) {
  EXPECT_EQ(*read_encoding("windows-1251"), windows_1251);
  EXPECT_EQ(*read_encoding("auto"), std::nullopt);
  EXPECT_FALSE(read_encoding("koi8-r"));
  EXPECT_EQ(name_of(utf16_le), "utf-16le");
}

}  // namespace
}  // namespace crownstar::game
