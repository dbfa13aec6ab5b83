// Knows how bytes are read as letters: UTF-8 to code points and back, and which of them deceive the eye.
// Refuses to know what a text is for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownstar::people {

// Nothing where the text is not well-formed UTF-8: cut short, overlong, a surrogate, past U+10FFFF.
std::optional<std::u32string> read_letters(std::string_view text);
std::string write_letters(std::u32string_view letters);

// C0, DEL, C1, and the line and paragraph separators.
bool is_control(char32_t letter);
// Does not show, or changes the direction of what follows: bidi marks and overrides, joiners, fillers, tags, variation
// selectors, code points that are no characters. With them one text can pass for another.
bool is_deceiving(char32_t letter);
bool is_space(char32_t letter);

}  // namespace crownstar::people
