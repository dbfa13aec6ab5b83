// Knows how bytes fall into letters of UTF-8 and which bytes are none.
// Refuses to know what a letter looks like.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crownstar::text {

inline constexpr std::string_view replacement_letter = "\xef\xbf\xbd";  // U+FFFD

// The first letter of a text that is not empty; a single byte where there is no whole letter.
std::string_view next_letter(std::string_view text);

// Whether what `next_letter` gave is a letter, not a byte that belongs to none.
bool is_utf8_letter(std::string_view letter);

// One line that a terminal shows as it is: control characters and bytes that are no letter become `?`.
std::string printable(std::string_view text);

}  // namespace crownstar::text
