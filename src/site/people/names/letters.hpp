// Classes of Unicode characters: spaces, control characters, and those that can make one name look like another.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownstar::people {

// C0, DEL, C1, and the line and paragraph separators.
bool is_control(char32_t letter);
// Does not show, or changes the direction of what follows: bidi marks and overrides, joiners, fillers, tags, variation
// selectors, code points that are no characters. With them one text can pass for another.
bool is_deceiving(char32_t letter);
bool is_space(char32_t letter);

}  // namespace crownstar::people
