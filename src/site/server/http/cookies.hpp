// The session cookie: its name, which is stricter under TLS, and its flags.
#pragma once

#include <string>
#include <string_view>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

std::string_view session_secret(const Request& request);  // empty where there is none
// Of a device on which an account has signed in before; it opens nothing.
std::string_view device_mark(const Request& request);
std::string device_cookie(const Request& request, std::string_view mark);
std::string session_cookie(const Request& request, std::string_view secret);
std::string ended_cookie(const Request& request);

}  // namespace crownstar::server
