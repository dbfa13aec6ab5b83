// Quotes a piece of input for a one-line message: in quotation marks, printable and short.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::base {

std::string quoted(std::string_view text);

}  // namespace crownstar::base
