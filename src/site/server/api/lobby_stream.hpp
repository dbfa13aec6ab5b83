// Streams the lobby as JSON lines: first the full list, then each change.
#pragma once

#include <optional>

#include "site/server/api/presence.hpp"
#include "site/server/api/services.hpp"

namespace crownstar::server {

class LobbyStream final : public StreamHandler, public live::Listener, public OpenConnection {
 public:
  LobbyStream(Services& services, const std::optional<people::Visitor>& visitor);

  void on_open(Outlet& outlet) override;
  void on_message(std::string_view text) override { static_cast<void>(text); }
  void on_close() override;

  void send(live::Text text) override;
  void cut_off(std::string_view reason) override;
  const live::Person& who() const override { return visitor_.person; }

  const std::string& person_id() const override { return visitor_.person.id; }
  const std::string& handle() const override { return handle_; }
  bool is_stream() const override { return true; }
  void dismiss(std::string_view reason) override { cut_off(reason); }

 private:
  Services& services_;
  people::Visitor visitor_;
  std::string handle_;
  Outlet* outlet_ = nullptr;
};

}  // namespace crownstar::server
