// The two streams of the bot API: one for a player's events, one for a single match.
#pragma once

#include <string>

#include "site/server/api/bot/steps.hpp"
#include "site/server/api/presence.hpp"
#include "site/server/api/services.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

class BotStream final : public StreamHandler,
                        public live::Listener,
                        public OpenConnection,
                        public std::enable_shared_from_this<BotStream> {
 public:
  // Of one match, or, with an empty id, of the player's events.
  BotStream(Services& services, people::Visitor visitor, std::string match, bool is_own_notation = false);

  void on_open(Outlet& outlet) override;
  void on_message(std::string_view text) override { static_cast<void>(text); }
  void on_close() override;

  void send(live::Text text) override { static_cast<void>(text); }
  void cut_off(std::string_view reason) override;
  const live::Person& who() const override { return visitor_.person; }
  bool wants_text() const override { return false; }
  void hear(const live::MatchNotice& notice) override;
  void hear_challenge(const lobby::ChallengeNotice& notice) override;

  const std::string& person_id() const override { return visitor_.person.id; }
  const std::string& handle() const override { return handle_; }
  bool is_stream() const override { return true; }
  void dismiss(std::string_view reason) override { cut_off(reason); }

 private:
  void hear_of_match(const live::MatchNotice& notice);
  void hear_of_player(const live::MatchNotice& notice);
  void tell_running(const std::string& from);

  template <typename Line>
  void say(const Line& line);

  Services& services_;
  people::Visitor visitor_;
  std::string handle_;
  std::string match_;
  MovesText moves_;  // of that match
  Outlet* outlet_ = nullptr;
};

}  // namespace crownstar::server
