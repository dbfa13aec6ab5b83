// The two streams of the bot API: one for a player's events, one for a single match.
#pragma once

#include <memory>
#include <string>

#include "site/server/api/bot/player_stream.hpp"
#include "site/server/api/bot/steps/steps.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

class BotStream final : public PlayerStream, public std::enable_shared_from_this<BotStream> {
 public:
  // Of one match, or, with an empty id, of the player's events.
  BotStream(Services& services, people::Visitor visitor, std::string match, bool is_own_notation = false);

  void hear(const live::MatchNotice& notice) override;
  void receive_challenge(const lobby::ChallengeNotice& notice) override;

 private:
  void begin() override;
  void receive_match_notice(const live::MatchNotice& notice);
  void receive_player_notice(const live::MatchNotice& notice);
  void notify_running(const std::string& from);

  std::string match_;
  MovesText moves_;  // of that match
};

}  // namespace crownstar::server
