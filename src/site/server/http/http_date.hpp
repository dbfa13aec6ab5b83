// The dates of HTTP, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::server {

std::string write_http_date(std::chrono::sys_seconds at);

// Also the two older forms, which a server has to understand. Nothing for any other text.
std::optional<std::chrono::sys_seconds> read_http_date(std::string_view text);

}  // namespace crownstar::server
