// Knows how a node that may not have been told of ends and new names finds out by itself: it asks for everybody who is
// connected, a few at a time, and closes what was opened with a session or token that is gone.
// Refuses to know who answers, and why nobody told it.
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
  using Ask = std::function<void(const std::string& person, people::Done<std::optional<people::Standing>> done)>;

  PresenceCheck(Presence& presence, Ask ask);
  ~PresenceCheck();
  PresenceCheck(const PresenceCheck&) = delete;
  PresenceCheck& operator=(const PresenceCheck&) = delete;

  // Everybody who is there at the next tick, once; so often as that is wished before then.
  void begin();
  // To be called about once a second. Whoever could not be looked up is asked for again.
  void tick();
  bool is_done() const;

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

}  // namespace crownstar::server
