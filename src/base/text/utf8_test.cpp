#include "base/text/utf8.hpp"

#include <string>

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

const std::string_view not_utf8[] = {"\x80",
                                     "\xc3",
                                     "\xc0\xaf",
                                     "\xe2\x82",
                                     "\xed\xa0\x80",
                                     "\xf4\x90\x80\x80",
                                     "\xf5\x80\x80\x80",
                                     "\xe0\x80\xaf",
                                     "\xf0\x80\x80\xaf",
                                     "\xff",
                                     "abcdefgh\xff",
                                     "abcdefghijk\xe2\x82"};

TEST(Utf8, whole_texts_are_told_from_others) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("a\u00e9\u265f\U0001f600"));
  EXPECT_TRUE(is_utf8("more than eight letters, \u00e9 among them"));
  for (const std::string_view wrong : not_utf8) EXPECT_FALSE(is_utf8(wrong)) << wrong;
}

TEST(Utf8, code_points_are_read_and_written_back) {
  const std::u32string letters = U"a\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff";
  const std::string text = encode_utf8(letters);
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(decode_utf8(text), letters);
  for (const std::string_view wrong : not_utf8) EXPECT_EQ(decode_utf8(wrong), std::nullopt) << wrong;
}

// Every code point has one form, its shortest.
TEST(Utf8, all_code_points_go_there_and_back) {
  int wrong = 0;
  for (char32_t letter = 0; letter <= 0x10ffff; ++letter) {
    const std::string text = encode_utf8({&letter, 1});
    const bool is_surrogate = letter >= 0xd800 && letter <= 0xdfff;
    const auto decoded = decode_utf8(text);
    const bool is_right = is_surrogate ? !decoded : decoded && decoded->size() == 1 && decoded->front() == letter;
    if (!is_right || is_utf8(text) == is_surrogate) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Utf8, no_letter_is_cut_in_two) {
  const std::string_view text = "a\u00e9\u265f\U0001f600";
  const std::size_t ends[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (std::size_t most = 0; most < std::size(ends); ++most) {
    EXPECT_EQ(cut_utf8(text, most), text.substr(0, ends[most])) << most;
  }
  EXPECT_EQ(letter_count(text), 4U);
  EXPECT_EQ(letter_count(""), 0U);
}

TEST(Utf8, broken_bytes_are_taken_one_at_a_time) {
  EXPECT_EQ(next_letter("\u265fx"), "\u265f");
  EXPECT_EQ(next_letter("\xe2\x99x"), "\xe2");
  EXPECT_FALSE(is_utf8_letter(next_letter("\xe2\x99x")));
  EXPECT_EQ(printable("a\nb\x7f\xff\u009f\u265f"), "a?b???\u265f");
}

}  // namespace
}  // namespace crownstar::base
