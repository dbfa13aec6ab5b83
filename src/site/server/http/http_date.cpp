#include "site/server/http/http_date.hpp"

#include <array>
#include <ctime>

namespace crownstar::server {
namespace {

// The form of today, that of RFC 850, and that of C's asctime. No locale is set, so the names are English.
constexpr std::array<const char*, 3> date_forms{"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT",
                                                "%a %b %e %H:%M:%S %Y"};

}  // namespace

std::string write_http_date(std::chrono::sys_seconds at) {
  const std::time_t seconds = at.time_since_epoch().count();
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 40> letters{};
  return {letters.data(), std::strftime(letters.data(), letters.size(), date_forms.front(), &parts)};
}

std::optional<std::chrono::sys_seconds> read_http_date(std::string_view text) {
  const std::string ended(text);
  for (const char* form : date_forms) {
    std::tm parts{};
    const char* end = ::strptime(ended.c_str(), form, &parts);
    if (end != ended.c_str() + ended.size()) continue;
    return std::chrono::sys_seconds(std::chrono::seconds(::timegm(&parts)));
  }
  return std::nullopt;
}

}  // namespace crownstar::server
