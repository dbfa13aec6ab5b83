#include "site/server/api/lobby_stream.hpp"

namespace crownstar::server {

LobbyStream::LobbyStream(Services& services, const std::optional<people::Visitor>& visitor) : services_(services) {
  if (!visitor) return;
  visitor_ = *visitor;
  handle_ = visitor_.session.empty() ? visitor_.token : visitor_.session;
}

void LobbyStream::on_open(Outlet& outlet) {
  outlet_ = &outlet;
  services_.presence.enter(*this);
  services_.live.attach(*this);
  services_.live.watch_lobby(*this, true);
}

void LobbyStream::on_close() {
  services_.live.detach(*this);
  services_.presence.leave(*this);
  outlet_ = nullptr;
}

void LobbyStream::send(live::Text text) {
  if (outlet_ != nullptr) outlet_->send(bytes_of(*text + "\n"));
}

void LobbyStream::cut_off(std::string_view reason) {
  if (outlet_ != nullptr) outlet_->close(reason);
}

}  // namespace crownstar::server
