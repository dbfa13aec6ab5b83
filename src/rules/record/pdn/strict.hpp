// Knows the grammar of PDN 3.0 as the standard has it for writers, to the letter.
// Does not know what is read all the same, and the rules of the games.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "rules/record/pdn/text.hpp"

namespace crownstar::game {

// Tells every game that is not written so, once, and gives how many are. After a problem it goes on at the next line
// that begins with a tag.
std::uint64_t check_strict_pdn(std::string_view text, const std::function<void(const PdnProblem& problem)>& on_problem);

}  // namespace crownstar::game
