#include "site/server/api/bot/challenge_stream.hpp"

#include <utility>

#include "site/lobby/challenges/challenges.hpp"

namespace crownstar::server {
namespace {

wire::BotChallengeEnd end_of(lobby::ChallengeStep step) {
  if (step == lobby::ChallengeStep::accepted) return wire::BotChallengeEnd::accepted;
  return step == lobby::ChallengeStep::declined ? wire::BotChallengeEnd::declined : wire::BotChallengeEnd::canceled;
}

}  // namespace

ChallengeStream::ChallengeStream(Services& services, people::Visitor challenger, wire::BotChallengeMade made)
    : PlayerStream(services, std::move(challenger)), made_(std::move(made)) {}

void ChallengeStream::begin() {
  say(made_);
  if (services().live.challenges().find(made_.id, who().id) != nullptr) return;
  // It was over before anybody could hear of it.
  services().live.look(made_.id, [self = shared_from_this()](const auto& match) {
    self->end(match ? wire::BotChallengeEnd::accepted : wire::BotChallengeEnd::canceled);
  });
}

void ChallengeStream::receive_challenge(const lobby::ChallengeNotice& notice) {
  if (notice.challenge->id == made_.id && notice.step != lobby::ChallengeStep::made) end(end_of(notice.step));
}

void ChallengeStream::end(wire::BotChallengeEnd how) {
  if (std::exchange(is_over_, true)) return;
  say(wire::BotChallengeDone{how});
  cut_off("over");
}

void ChallengeStream::closed() {
  if (!is_over_) services().live.challenges().cancel(who().id, made_.id, [](const auto&) {});
}

}  // namespace crownstar::server
