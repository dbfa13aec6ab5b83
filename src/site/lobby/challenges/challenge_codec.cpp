#include "site/lobby/challenges/challenge_codec.hpp"

#include <utility>

#include "site/wire/match_wire.hpp"

namespace crownstar::lobby {
namespace {

// Far off, and far from where times overflow.
constexpr std::chrono::days latest_challenge{365 * 1'000};

wire::ChallengePlayer player_on_wire(const ChallengePlayer& player) {
  return {wire::to_wire(player.player), player.is_bot};
}

ChallengePlayer challenge_player_of(const wire::ChallengePlayer& player) {
  return {wire::from_wire(player.player), player.bot};
}

}  // namespace

wire::ChallengeCopy copy_of(const Challenge& challenge) {
  wire::ChallengeCopy copy;
  copy.id = challenge.id;
  copy.challenger = player_on_wire(challenge.challenger);
  copy.dest = player_on_wire(challenge.dest);
  copy.terms = wire::to_wire(challenge.terms);
  if (challenge.seat >= 0) copy.seat = challenge.seat;
  copy.made_at = wire::to_wire(challenge.made);
  return copy;
}

std::optional<Challenge> challenge_of(const wire::ChallengeCopy& copy, const std::string& node) {
  Challenge challenge{copy.id,
                      node,
                      challenge_player_of(copy.challenger),
                      challenge_player_of(copy.dest),
                      wire::from_wire(copy.terms),
                      copy.seat.value_or(-1),
                      wire::instant_of(copy.made_at)};
  const auto terms = match::checked(challenge.terms);
  if (!terms || terms->clocks.size() != 2 || challenge.seat > 1) return std::nullopt;
  if (challenge.made.time_since_epoch() >= latest_challenge) return std::nullopt;
  return challenge;
}

wire::ChallengeEnd end_of(ChallengeStep step) {
  if (step == ChallengeStep::declined) return wire::ChallengeEnd::declined;
  return step == ChallengeStep::accepted ? wire::ChallengeEnd::accepted : wire::ChallengeEnd::canceled;
}

ChallengeStep step_of(wire::ChallengeEnd end) {
  if (end == wire::ChallengeEnd::declined) return ChallengeStep::declined;
  return end == wire::ChallengeEnd::accepted ? ChallengeStep::accepted : ChallengeStep::canceled;
}

}  // namespace crownstar::lobby
