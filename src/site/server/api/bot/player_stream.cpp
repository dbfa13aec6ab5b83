#include "site/server/api/bot/player_stream.hpp"

namespace crownstar::server {

void PlayerStream::on_open(Outlet& outlet) {
  outlet_ = &outlet;
  services_.presence.enter(*this);
  services_.live.attach(*this);
  begin();
}

void PlayerStream::on_close() {
  services_.live.detach(*this);
  services_.presence.leave(*this);
  outlet_ = nullptr;
  closed();
}

void PlayerStream::cut_off(std::string_view reason) {
  if (outlet_ != nullptr) outlet_->close(reason);
}

}  // namespace crownstar::server
