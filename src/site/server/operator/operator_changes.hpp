// What an operator changes in the store beside a running server, with `crownstar people`, `silence` and `reports`:
// noticed, logged, passed on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "site/server/config/security_log.hpp"
#include "site/store/store.hpp"

namespace crownstar::server {

class OperatorChanges {
 public:
  using Told = std::function<void(const std::string& id)>;

  // Told the person's id, or the match's. `missed`: more has changed than the store lists, as where this server could
  // not read it for long; then anybody may have changed, and any chat.
  OperatorChanges(store::Store& store, SecurityLog& log, Told person_changed, Told chat_changed,
                  std::function<void()> missed);
  ~OperatorChanges();
  OperatorChanges(const OperatorChanges&) = delete;
  OperatorChanges& operator=(const OperatorChanges&) = delete;

  // Reads what is new; call this every few seconds. The first call passes on nothing, since all that was changed before
  // is read with the store, but it logs what was done while no server ran.
  void look();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace crownstar::server
