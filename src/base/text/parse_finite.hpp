// Reads a number with a fraction that is the whole of a text. Not for WebAssembly, whose library cannot read one.
#pragma once

#include <cmath>
#include <optional>
#include <string_view>

#include "base/text/parse_number.hpp"

namespace crownstar::base {

// Nothing where the text is no number, or is infinite or "nan".
inline std::optional<double> parse_finite(std::string_view text) {
  const auto number = parse_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace crownstar::base
