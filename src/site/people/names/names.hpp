// Rules for names: which are allowed, which two look alike, and generated names for guests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::people {

// 3 to 20 letters, digits, `-` and `_`, with a letter among them and neither sign at an end or twice in a row. Letters
// are of one script: Latin with its accents, Greek or Cyrillic; a name of the last two has a letter that looks like
// none of the others, so that no name can be written twice in different scripts. Refused as `name_unfit`.
Answer<void> check_name(std::string_view name);

// Names that look alike have one form, and only one of them can be an account: the case of letters, accents, `-` and
// `_`, 0 and o, 1, i and l, rn and m, vv and w make no difference.
std::string name_key(std::string_view name);

// Coarser: names that could be read as each other in passing have one skeleton, and only one of them can become an
// account. Beyond what has one key: 5 and s, cl and d, and letters of different scripts that Unicode calls confusable.
// Accounts from before this was looked at keep their names. It begins with the mark of the list by which it was made.
std::string name_skeleton(std::string_view name);
inline constexpr std::string_view skeleton_mark = "1 ";

// Names that are reserved for the site.
bool is_reserved_name(std::string_view name);

// `Calm-Otter-482`
std::string friendly_name(const std::function<std::uint64_t()>& draw);

}  // namespace crownstar::people
