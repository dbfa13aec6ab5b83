// Converts challenges to and from the JSON shapes of the bot API, and reads what clients send: JSON or a form.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/lobby/challenges/challenge.hpp"
#include "site/server/api/services.hpp"
#include "site/server/http/routing/request_context.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

// `reader`: for whom it is written; `is_online` says who is connected.
wire::BotChallenge bot_challenge(const lobby::Challenge& challenge, std::string_view reader,
                                 const std::function<bool(std::string_view)>& is_online);
wire::BotChallengeMade bot_challenge_made(wire::BotChallenge challenge);
wire::BotEvent bot_challenge_event(const lobby::ChallengeNotice& notice, wire::BotChallenge challenge);

// `site`: such as `https://play.example`, or empty.
wire::BotOpenChallenge bot_open_challenge(const live::Sat& made, const match::Match& match, std::string_view site);

// The seat that a game calls White; of a star the first.
int white_seat_of(const game::Game& game);
// The seat that plays this colour; -1: by lot.
base::Checked<int> seat_of_colour(std::string_view game, wire::BotColourChoice colour);

bool is_form(const Request& request);
// A body without members means all that is usual, whatever it says to be.
std::string_view json_of(const Request& request);
// Of a form: left as it is where the form has no such field.
base::Checked<void> read_form_number(const std::vector<Field>& fields, std::string_view name,
                                     std::optional<int>& number);
wire::BotColourChoice colour_choice(std::string_view word);
// False where the body is neither JSON nor a form, which has then been answered: it might come from another site's
// page.
bool has_known_body(const ContextPtr& context);
// Refused with what is wrong in it.
base::Checked<wire::BotChallengeRequest> read_challenge(const Request& request);
base::Checked<lobby::ChallengeRequest> challenge_terms(const wire::BotChallengeRequest& request);
// A word of BotDeclineReason.
base::Checked<std::string> read_decline_reason(const Request& request);

}  // namespace crownstar::server
