// Letters that look like others, of all scripts that names may have, by Unicode's list.
#pragma once

#include <string_view>

namespace crownstar::people {

// What a letter looks like, in the case as written and without its accents; empty: like no other.
std::u32string_view confusable_with(char32_t letter);

}  // namespace crownstar::people
