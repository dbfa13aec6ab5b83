// Knows how many threads a command may use that was told a number or nothing.
// Refuses to know what they do.
#pragma once

#include <string>

#include "base/refusal.hpp"

namespace crownstar::cli {

// One a core where the text is empty.
board::Checked<int> read_threads(const std::string& text);

}  // namespace crownstar::cli
