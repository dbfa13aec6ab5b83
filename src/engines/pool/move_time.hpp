// Reads the time for a move as somebody types it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "base/text/parse_finite.hpp"
#include "base/text/quote.hpp"
#include "engines/search/request.hpp"

namespace crownstar::engine {

inline constexpr int longest_move_seconds = 3'600;

inline base::Checked<search::Milliseconds> move_time(std::string_view name, std::string_view text) {
  const auto seconds = base::parse_finite(text);
  if (!seconds || *seconds <= 0 || *seconds > longest_move_seconds) {
    return base::refuse(std::string(name) + ": expected seconds up to " + std::to_string(longest_move_seconds) +
                        ", as in 0.2, instead of " + base::quoted(text));
  }
  return search::Milliseconds(std::max(1LL, std::llround(*seconds * 1000)));
}

}  // namespace crownstar::engine
