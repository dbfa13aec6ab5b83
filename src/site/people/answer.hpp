// The result type of this folder: a value, or a refusal with a code for programs and a reason for people. Status codes
// and messages are made elsewhere.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <string>
#include <utility>

namespace crownstar::people {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Milliseconds>;

// Codes, stable for programs, are words of the wire: not_signed_in, forbidden, wrong_credentials, name_taken,
// name_unfit, password_unfit, guests_only, accounts_only, muted, malformed, not_found, too_many, busy,
// store_unavailable, link_wrong, link_used, link_expired.
struct Refused {
  std::string code;
  std::string reason;                  // one line that a person can act on
  std::chrono::seconds retry_after{};  // with too_many and busy: when it is worth another try

  bool operator==(const Refused&) const = default;
};

template <typename T>
using Answer = std::expected<T, Refused>;

// Called exactly once, on the event loop's thread, perhaps before the call that took it has returned.
template <typename T>
using Done = std::function<void(Answer<T>)>;

inline std::unexpected<Refused> refused(std::string code, std::string reason, std::chrono::seconds retry_after = {}) {
  return std::unexpected(Refused{std::move(code), std::move(reason), retry_after});
}

}  // namespace crownstar::people
