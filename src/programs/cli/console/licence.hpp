// The licence of data that Crownstar publishes: none of it is reserved.
#pragma once

#include <string_view>

namespace crownstar::cli {

inline constexpr std::string_view licence_name = "CC0-1.0";
inline constexpr std::string_view licence_title = "CC0 1.0 Universal";
inline constexpr std::string_view licence_address = "https://creativecommons.org/publicdomain/zero/1.0/";

}  // namespace crownstar::cli
