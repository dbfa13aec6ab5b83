#include "rules/record/pdn/text_encoding.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::game {

namespace {

constexpr std::array<std::pair<TextEncoding, std::string_view>, 5> encoding_names{
    {{TextEncoding::utf8, "utf-8"},
     {TextEncoding::windows_1251, "windows-1251"},
     {TextEncoding::windows_1252, "windows-1252"},
     {TextEncoding::utf16_le, "utf-16le"},
     {TextEncoding::utf16_be, "utf-16be"}}};

// From 0x80; 0 where there is no letter.
constexpr std::array<char16_t, 64> cyrillic_signs{
    0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409, 0x2039, 0x040A,
    0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0,      0x2122,
    0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0, 0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6,
    0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456,
    0x0491, 0x00B5, 0x00B6, 0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457};
constexpr std::array<char16_t, 32> western_signs{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                 0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr std::uint32_t unknown_letter = 0xFFFD;
constexpr std::uint32_t byte_order_mark = 0xFEFF;

std::uint32_t letter_of(TextEncoding encoding, unsigned char byte) {
  if (byte < 0x80) return byte;
  if (encoding == TextEncoding::windows_1251) {
    if (byte >= 0xC0) return 0x0410U + (byte - 0xC0U);
    const char16_t sign = cyrillic_signs[byte - 0x80U];
    return sign == 0 ? unknown_letter : sign;
  }
  if (byte >= 0xA0) return byte;
  const char16_t sign = western_signs[byte - 0x80U];
  return sign == 0 ? unknown_letter : sign;
}

bool is_cyrillic(std::string_view text) {
  std::size_t in_runs = 0;
  std::size_t alone = 0;
  for (std::size_t index = 0; index < text.size();) {
    std::size_t end = index;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0xC0) ++end;
    if (end - index >= 2) in_runs += end - index;
    if (end - index == 1) ++alone;
    index = std::max(end, index + 1);
  }
  return in_runs > 2 * alone;
}

}  // namespace

base::Checked<std::optional<TextEncoding>> read_encoding(std::string_view name) {
  if (name == "auto") return std::nullopt;
  const auto found = std::ranges::find(encoding_names, name, &std::pair<TextEncoding, std::string_view>::second);
  if (found != encoding_names.end()) return found->first;
  std::string known = "auto";
  for (const auto& [encoding, each] : encoding_names) known += ", " + std::string(each);
  return base::refuse("expected one of " + known + " instead of " + base::quoted(name));
}

std::string_view name_of(TextEncoding encoding) {
  return std::ranges::find(encoding_names, encoding, &std::pair<TextEncoding, std::string_view>::first)->second;
}

TextEncoding guess_encoding(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE")) return TextEncoding::utf16_le;
  if (beginning.starts_with("\xFE\xFF")) return TextEncoding::utf16_be;
  std::array<std::size_t, 2> zeros{};
  for (std::size_t index = 0; index < beginning.size(); ++index) zeros[index % 2] += beginning[index] == '\0' ? 1U : 0U;
  const std::size_t units = beginning.size() / 2;
  if (units > 0 && zeros[1] > units / 2 && zeros[0] <= units / 8) return TextEncoding::utf16_le;
  if (units > 0 && zeros[0] > units / 2 && zeros[1] <= units / 8) return TextEncoding::utf16_be;
  // The beginning may end inside a letter.
  for (std::size_t cut = 0; cut < 4 && cut <= beginning.size(); ++cut) {
    if (base::is_utf8(beginning.substr(0, beginning.size() - cut))) return TextEncoding::utf8;
  }
  return is_cyrillic(beginning) ? TextEncoding::windows_1251 : TextEncoding::windows_1252;
}

std::string_view TextDecoder::decode(std::string_view piece) {
  if (encoding_ == TextEncoding::utf8) return piece;
  text_.clear();
  const bool has_units = encoding_ == TextEncoding::utf16_le || encoding_ == TextEncoding::utf16_be;
  has_units ? decode_units(piece) : decode_bytes(piece);
  return text_;
}

void TextDecoder::put(std::uint32_t letter) {
  text_ += base::encode_utf8(std::u32string(1, static_cast<char32_t>(letter)));
}

void TextDecoder::decode_bytes(std::string_view piece) {
  for (const char letter : piece) {
    const auto byte = static_cast<unsigned char>(letter);
    byte < 0x80 ? void(text_ += letter) : put(letter_of(encoding_, byte));
  }
}

void TextDecoder::decode_units(std::string_view piece) {
  for (const char letter : piece) {
    const auto byte = static_cast<unsigned char>(letter);
    if (!half_) {
      half_ = byte;
      continue;
    }
    const unsigned char first = *std::exchange(half_, std::nullopt);
    const bool is_little = encoding_ == TextEncoding::utf16_le;
    const std::uint32_t unit = is_little ? first | std::uint32_t{byte} << 8U : std::uint32_t{first} << 8U | byte;
    const bool is_second = unit >= 0xDC00 && unit <= 0xDFFF;
    if (first_) {
      const std::uint32_t high = *std::exchange(first_, std::nullopt);
      put(is_second ? 0x10000U + ((high - 0xD800U) << 10U) + (unit - 0xDC00U) : unknown_letter);
      if (is_second) continue;
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      first_ = unit;
    } else if (unit != byte_order_mark) {
      put(is_second ? unknown_letter : unit);
    }
  }
}

}  // namespace crownstar::game
