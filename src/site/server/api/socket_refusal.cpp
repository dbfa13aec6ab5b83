#include "site/server/api/socket_refusal.hpp"

#include <string>

#include "site/people/secrets.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/refusals.hpp"

namespace crownstar::server {

wire::ErrorBody noted_refusal(Log& log, SecurityLog& security, wire::ErrorBody error, const RefusedThere& there) {
  const std::string_view code = wire::to_text(error.code);
  const int status = status_of(error.code);
  if (const std::string_view event = security_event_of(status); !event.empty()) {
    security.note(event, there.address, there.person, code);
  }
  if (status != 500) return error;
  const std::string id = people::make_id('e');
  log.write(LogLevel::error, "internal_error",
            {{"id", id},
             {"match", there.match},
             {"address", there.address},
             {"person", there.person},
             {"code", code},
             {"reason", error.reason}});
  error.reason = reason_of_internal_error(id);
  return error;
}

}  // namespace crownstar::server
