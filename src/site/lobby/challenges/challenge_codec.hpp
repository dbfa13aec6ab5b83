// Converts what nodes tell each other of challenges to and from the wire types of wire.toml. What is read is as sound
// as if this node had made it, or is refused.
#pragma once

#include <optional>
#include <string>

#include "site/lobby/challenges/challenge.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::lobby {

wire::ChallengeCopy copy_of(const Challenge& challenge);
std::optional<Challenge> challenge_of(const wire::ChallengeCopy& copy, const std::string& node);

wire::ChallengeEnd end_of(ChallengeStep step);
ChallengeStep step_of(wire::ChallengeEnd end);

}  // namespace crownstar::lobby
