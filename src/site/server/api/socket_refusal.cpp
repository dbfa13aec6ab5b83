#include "site/server/api/socket_refusal.hpp"

#include <string>

#include "site/people/secrets.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/refusals.hpp"

namespace crownstar::server {

wire::ErrorBody noted_refusal(Log& log, SecurityLog& security, wire::ErrorBody error, const RefusedThere& there) {
  const std::string_view code = wire::to_text(error.code);
  switch (status_of(error.code)) {
    case 403:
      security.note("access_refused", there.address, there.person, code);
      break;
    case 429:
      security.note("throttled", there.address, there.person, code);
      break;
    case 500: {
      const std::string id = people::make_id('e');
      log.write(LogLevel::error, "internal_error",
                {{"id", id},
                 {"match", there.match},
                 {"address", there.address},
                 {"person", there.person},
                 {"code", code},
                 {"reason", error.reason}});
      error.reason = reason_of_internal_error(id);
      break;
    }
    default:
      break;
  }
  return error;
}

}  // namespace crownstar::server
