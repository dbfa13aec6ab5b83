// Finds ended sessions that this node was not told about: it looks up everybody who is connected, a few at a time, and
// closes connections whose session or token no longer exists.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "site/people/accounts/people.hpp"

namespace crownstar::server {

class Presence;

class PresenceCheck {
 public:
  using Ask = std::function<void(const std::string& person, people::Done<std::optional<people::AccountState>> done)>;

  PresenceCheck(Presence& presence, Ask ask);
  ~PresenceCheck();
  PresenceCheck(const PresenceCheck&) = delete;
  PresenceCheck& operator=(const PresenceCheck&) = delete;

  // At the next tick, checks everybody who is connected then. Calls before that tick count once.
  void begin();
  // Call this about once a second. Failed look-ups are repeated.
  void tick();
  bool is_done() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace crownstar::server
