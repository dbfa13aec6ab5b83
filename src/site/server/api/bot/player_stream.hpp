// What all streams to a player's program have in common: they are among the player's connections, and end with the
// session or token by which they were opened.
#pragma once

#include <string>
#include <utility>

#include "site/server/api/presence.hpp"
#include "site/server/api/services.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {

class PlayerStream : public StreamHandler, public live::Listener, public OpenConnection {
 public:
  PlayerStream(Services& services, people::Visitor visitor)
      : services_(services),
        visitor_(std::move(visitor)),
        handle_(visitor_.session.empty() ? visitor_.token : visitor_.session) {}

  void on_open(Outlet& outlet) final;
  void on_message(std::string_view text) final { static_cast<void>(text); }
  void on_close() final;

  void send(live::Text text) final { static_cast<void>(text); }
  void cut_off(std::string_view reason) final;
  const live::Person& who() const final { return visitor_.person; }
  bool wants_text() const final { return false; }

  const std::string& person_id() const final { return visitor_.person.id; }
  const std::string& handle() const final { return handle_; }
  bool is_stream() const final { return true; }
  void dismiss(std::string_view reason) final { cut_off(reason); }

 protected:
  virtual void begin() = 0;  // it is open
  virtual void closed() {}   // by either side

  bool is_open() const { return outlet_ != nullptr; }
  Services& services() const { return services_; }

  template <typename Line>
  void say(const Line& line) {
    if (outlet_ != nullptr) outlet_->send(bytes_of(wire::encode(line) + "\n"));
  }

 private:
  Services& services_;
  people::Visitor visitor_;
  std::string handle_;
  Outlet* outlet_ = nullptr;
};

}  // namespace crownstar::server
