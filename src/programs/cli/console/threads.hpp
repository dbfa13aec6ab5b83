// How many threads a command uses: the number given, or a default.
#pragma once

#include <string>

#include "base/refusal.hpp"

namespace crownstar::cli {

inline constexpr unsigned most_threads = 256;

// One a core where the text is empty.
base::Checked<int> read_threads(const std::string& text);

}  // namespace crownstar::cli
