// Splits, checks, decodes and encodes UTF-8 (RFC 3629).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::base {

inline constexpr std::string_view replacement_letter = "\xef\xbf\xbd";  // U+FFFD

// The first letter of a text that is not empty; a single byte where there is no whole letter.
std::string_view next_letter(std::string_view text);

// Whether what `next_letter` gave is a letter, not a byte that belongs to none.
bool is_utf8_letter(std::string_view letter);

// The front of a text: so many bytes at most, and no letter cut in two.
std::string_view cut_utf8(std::string_view text, std::size_t most_bytes);

// Whether a byte goes on with a letter that an earlier byte began.
constexpr bool is_within_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

// How many letters a text of UTF-8 has.
std::size_t letter_count(std::string_view text);

// Whether all of it is letters. Fast for texts that are mostly ASCII.
bool is_utf8(std::string_view text);

// To code points; nothing where the text is not UTF-8. And back: every number is written as UTF-8 would, so only code
// points of texts should go in.
std::optional<std::u32string> decode_utf8(std::string_view text);
std::string encode_utf8(std::u32string_view letters);
void append_utf8(std::string& text, char32_t letter);

// One line that a terminal shows as it is: control characters, changes of direction and bytes that are no letter become
// `?`.
std::string printable(std::string_view text);

}  // namespace crownstar::base
