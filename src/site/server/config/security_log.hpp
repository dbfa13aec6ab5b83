// What concerns somebody's account is a line of the log, with the address and the reason and without any secret: no
// password, no token, and no typed name, which may be a password in the wrong field. docs/security.md lists the lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "site/server/config/log.hpp"

namespace crownstar::server {

class SecurityLog {
 public:
  explicit SecurityLog(Log& log) : log_(log) {}

  // `what` is a short name that stays: `sign_in`, `sign_in_refused`. Without a person: nobody is known.
  void note(std::string_view what, std::string_view address, std::string_view person, std::string_view reason = {}) {
    const auto found = counts_.find(what);
    ++(found != counts_.end() ? found->second : counts_.emplace(what, 0).first->second);
    const LogLevel level = reason.empty() ? LogLevel::info : LogLevel::warning;
    if (reason.empty()) return log_.write(level, what, {{"address", address}, {"person", person}});
    if (person.empty()) return log_.write(level, what, {{"address", address}, {"reason", reason}});
    log_.write(level, what, {{"address", address}, {"person", person}, {"reason", reason}});
  }
  const std::map<std::string, std::uint64_t, std::less<>>& counts() const { return counts_; }

 private:
  Log& log_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace crownstar::server
