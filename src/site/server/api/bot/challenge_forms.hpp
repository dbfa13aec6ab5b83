// Converts challenges to and from the JSON shapes of the bot API, and reads what clients send: JSON or a form.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "site/lobby/challenges/challenge.hpp"
#include "site/server/http/http_types.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

// `reader`: for whom it is written; `is_online` says who is connected.
wire::BotChallenge bot_challenge(const lobby::Challenge& challenge, std::string_view reader,
                                 const std::function<bool(std::string_view)>& is_online);
wire::BotChallengeMade bot_challenge_made(wire::BotChallenge challenge);
wire::BotEvent bot_challenge_event(const lobby::ChallengeNotice& notice, wire::BotChallenge challenge);

// Whether the body is JSON or a form. Anything else might come from a form on another site's page.
bool is_json_or_form(const Request& request);
// Refused with what is wrong in it.
base::Checked<wire::BotChallengeRequest> read_challenge(const Request& request);
base::Checked<lobby::ChallengeRequest> challenge_terms(const wire::BotChallengeRequest& request);
// A word of BotDeclineReason.
base::Checked<std::string> read_decline_reason(const Request& request);

}  // namespace crownstar::server
