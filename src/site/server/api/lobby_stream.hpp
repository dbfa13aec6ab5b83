// Knows the lobby as lines of JSON for a program: the whole of it first, then its changes.
// Refuses to know how the lobby works; the texts are the live site's.
#pragma once

#include <optional>

#include "site/server/api/presence.hpp"
#include "site/server/api/services.hpp"

namespace crownstar::server {

class LobbyStream final : public Talker, public live::Listener, public Present {
 public:
  LobbyStream(Services& services, const std::optional<people::Visitor>& visitor);

  void on_open(Outlet& outlet) override;
  void on_text(std::string_view text) override { static_cast<void>(text); }
  void on_gone() override;

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
