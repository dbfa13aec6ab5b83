// What concerns somebody's account is a line of the log, with the address and the reason and without any secret: no
// password, no token, and no typed name, which may be a password in the wrong field. The lines are written at any
// `log_level`; docs/security.md lists them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/line_bound.hpp"
#include "site/server/config/log.hpp"

namespace crownstar::server {

// The event that a refusal with this status of HTTP is, over HTTP as on a socket; empty: none.
constexpr std::string_view security_event_of(int status) {
  switch (status) {
    case 429:
      return "throttled";
    case 403:
    case 405:
    case 421:
      return "access_refused";
    case 400:
    case 413:
    case 414:
    case 415:
      return "malformed_request";
    default:
      return {};
  }
}

class SecurityLog {
 public:
  explicit SecurityLog(Log& log) : log_(log) {}

  // `what` is a short name that stays: `sign_in`, `sign_in_refused`. Without a person: nobody is known.
  void note(std::string_view what, std::string_view address, std::string_view person, std::string_view reason = {}) {
    count(what);
    if (reason.empty()) return log_.write_always(LogLevel::info, what, {{"address", address}, {"person", person}});
    const std::optional<int> left_out = bound_of(what, reason).take(std::chrono::steady_clock::now());
    if (!left_out) return;
    if (*left_out > 0) log_.write_always(LogLevel::warning, "lines_left_out", {{"of", what}, {"lines", *left_out}});
    if (person.empty()) return log_.write_always(LogLevel::warning, what, {{"address", address}, {"reason", reason}});
    log_.write_always(LogLevel::warning, what, {{"address", address}, {"person", person}, {"reason", reason}});
  }
  // What has fields of its own, and is bounded where it comes from.
  void record(LogLevel level, std::string_view what, Log::Fields fields) {
    count(what);
    log_.write_always(level, what, fields);
  }
  const std::map<std::string, std::uint64_t, std::less<>>& counts() const { return counts_; }

 private:
  static constexpr std::size_t most_bounds = 1000;  // codes are fewer, whatever is asked

  void count(std::string_view what) {
    const auto found = counts_.find(what);
    ++(found != counts_.end() ? found->second : counts_.emplace(what, 0).first->second);
  }

  // Each reason has one of its own, so that none can hide another by its number.
  base::LineBound& bound_of(std::string_view what, std::string_view reason) {
    if (bounds_.size() >= most_bounds) bounds_.clear();
    return bounds_[{std::string(what), std::string(reason)}];
  }

  Log& log_;
  std::map<std::pair<std::string, std::string>, base::LineBound> bounds_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace crownstar::server
