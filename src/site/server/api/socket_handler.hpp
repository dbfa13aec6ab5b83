// Handles the messages of one player's or spectator's WebSocket and sends it the updates of its matches and of the
// lobby.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "site/server/api/presence.hpp"
#include "site/server/api/services.hpp"
#include "site/wire/generated/wire_client.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::server {

class SocketHandler final : public StreamHandler,
                            public live::Listener,
                            public OpenConnection,
                            public std::enable_shared_from_this<SocketHandler> {
 public:
  // Without a visitor it may watch and nothing else. The address is for the log, the key what the throttles count
  // by.
  SocketHandler(Services& services, const std::optional<people::Visitor>& visitor, std::string address,
                std::string throttle_key, bool is_throttled);

  void on_open(Outlet& outlet) override;
  void on_message(std::string_view text) override;
  void on_close() override;

  void send(live::Text text) override;
  void cut_off(std::string_view reason) override;
  void receive_challenge(const lobby::ChallengeNotice& notice) override;
  const live::Person& who() const override { return visitor_.person; }

  const std::string& person_id() const override { return visitor_.person.id; }
  const std::string& handle() const override { return handle_; }
  bool is_stream() const override { return false; }
  void dismiss(std::string_view reason) override;
  void rename(const people::Person& person) override;

 private:
  // The connection's measured lag, there and back, already within the bounds of limits.hpp.
  live::Milliseconds lag() const;
  void take(wire::ClientWatch& message);
  void take(wire::ClientLeave& message);
  void take(wire::ClientCommand& message);
  void take(wire::ClientSay& message);
  void take(wire::ClientLobby& message);
  void take(wire::ClientSeek& message);
  void take(wire::ClientUnseek& message);
  void take(wire::ClientTakeSeek& message);
  void take(wire::ClientMute& message);
  void take(wire::ClientReport& message);
  void take(wire::ClientPing& message);

  void note_use();
  bool may(people::Scope scope, std::string_view request, std::string_view match = {});
  bool may_make(std::string_view request);  // one more match or seek from this address
  bool may_take(people::AddressThrottle& throttle, std::string_view what, std::string_view request,
                std::string_view match = {});
  void say(const wire::ServerMessage& message);
  void refuse(const match::Refused& refused, std::string_view request, std::string_view match = {});
  void note_report(std::string_view accused, std::string_view match);
  live::Done<void> done_for(std::string request, std::string match = {});
  live::Done<live::SeekResult> sought_for(std::string request, std::string taken = {});

  Services& services_;
  people::Visitor visitor_;
  std::string handle_;
  std::string address_;
  std::string throttle_key_;
  bool is_throttled_;
  Outlet* outlet_ = nullptr;
  std::vector<std::string> watched_;
  people::Instant use_noted_{};
};

}  // namespace crownstar::server
