// The answer to a challenge that is kept alive: the challenge itself, and later how it ended. Whoever closes it before
// that takes the challenge back.
#pragma once

#include <memory>

#include "site/server/api/bot/player_stream.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

class ChallengeStream final : public PlayerStream, public std::enable_shared_from_this<ChallengeStream> {
 public:
  ChallengeStream(Services& services, people::Visitor challenger, wire::BotChallengeMade made);

  void receive_challenge(const lobby::ChallengeNotice& notice) override;

 private:
  void begin() override;
  void closed() override;
  void end(wire::BotChallengeEnd how);

  wire::BotChallengeMade made_;
  bool is_over_ = false;
};

}  // namespace crownstar::server
