// Tells systemd what the server does (sd_notify(3)): ready, stopping, and that it is alive. Without systemd it does
// nothing.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::server {

class ServiceNotice {
 public:
  ServiceNotice();  // reads NOTIFY_SOCKET and WATCHDOG_USEC

  void ready() const { tell("READY=1"); }
  void stopping() const { tell("STOPPING=1"); }
  void alive() const { tell("WATCHDOG=1"); }
  // How often `alive` is to be called; nothing where nobody waits for it.
  std::optional<std::chrono::milliseconds> beat() const { return beat_; }

 private:
  void tell(std::string_view text) const;

  std::string socket_;
  std::optional<std::chrono::milliseconds> beat_;
};

}  // namespace crownstar::server
