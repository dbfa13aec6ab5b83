// The last look at a refusal before it goes out on a socket: a security event, and a name for an internal error, as
// node/reports/finished_answer.hpp has them for answers over HTTP.
#pragma once

#include <string_view>

#include "site/server/config/log.hpp"
#include "site/server/config/security_log.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::server {

struct RefusedThere {
  std::string_view address;
  std::string_view person;  // empty: nobody is known
  std::string_view match;   // empty: it concerns none
};

// What the player is told. Of an internal error that is its id, with which the log has the reason.
wire::ErrorBody noted_refusal(Log& log, SecurityLog& security, wire::ErrorBody error, const RefusedThere& there);

}  // namespace crownstar::server
