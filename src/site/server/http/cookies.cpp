#include "site/server/http/cookies.hpp"

#include <fmt/format.h>

#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

// The longest that browsers keep a cookie. When the session ends is the server's affair.
constexpr int longest_age = 400 * 24 * 60 * 60;

// A browser takes a name with this prefix only from the host itself, over TLS, for all its paths.
std::string_view name_for(const Request& request) { return request.is_secure ? "__Host-crownstar" : "crownstar"; }

std::string_view device_name_for(const Request& request) {
  return request.is_secure ? "__Host-crownstar_device" : "crownstar_device";
}

std::string cookie(const Request& request, std::string_view name, std::string_view secret, int age) {
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{}", name, secret, age,
                     request.is_secure ? "; Secure" : "");
}

}  // namespace

std::string_view session_secret(const Request& request) {
  return cookie_value(request.header("Cookie"), name_for(request));
}

std::string_view device_mark(const Request& request) {
  return cookie_value(request.header("Cookie"), device_name_for(request));
}

std::string device_cookie(const Request& request, std::string_view mark) {
  return cookie(request, device_name_for(request), mark, longest_age);
}

std::string session_cookie(const Request& request, std::string_view secret) {
  return cookie(request, name_for(request), secret, longest_age);
}

std::string ended_cookie(const Request& request) { return cookie(request, name_for(request), "", 0); }

}  // namespace crownstar::server
