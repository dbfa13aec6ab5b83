// Reads a whole number within bounds, or says what was expected.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"

namespace crownstar::base {

template <class Number>
base::Checked<Number> whole_number(std::string_view name, std::string_view text, Number least, Number most) {
  const std::optional<Number> number = parse_number<Number>(text);
  if (number && *number >= least && *number <= most) return *number;
  return base::refuse(std::string(name) + ": expected a whole number from " + std::to_string(least) + " to " +
                      std::to_string(most) + " instead of " + base::quoted(text));
}

}  // namespace crownstar::base
