// The last look at each answer on its way out: counts, log lines, and a name for an internal error.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "site/server/config/log.hpp"
#include "site/server/config/security_log.hpp"
#include "site/server/http/http_types.hpp"

namespace crownstar::server {

struct AnswerBooks {
  Log& log;
  SecurityLog& security;
  bool has_access_log = false;
  std::map<int, std::uint64_t> by_status = {};
};

// If a handler lets go of the reply without an answer, which is a fault of ours, the caller gets status 500. Once the
// books are gone, the server is ending: nothing is answered, and nothing logged.
Reply finished_reply(Reply reply, const Request& request, const std::shared_ptr<AnswerBooks>& books);

}  // namespace crownstar::server
