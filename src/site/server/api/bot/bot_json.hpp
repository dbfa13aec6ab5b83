// Converts a match to the JSON shapes of the bot API: gameFull, gameState, gameStart.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "site/match/match.hpp"
#include "site/people/person.hpp"
#include "site/server/api/bot/steps/steps.hpp"
#include "site/wire/generated/wire_bot.hpp"
#include "site/wire/generated/wire_people.hpp"

namespace crownstar::server {

// What the large sites call a game, and this site.
wire::BotVariant bot_variant(const match::Terms& terms);
// `international` for `standard`; anything else as it is. Of `fromPosition` nothing says the game but the position.
std::string game_of_variant(std::string_view key);
std::string pace_name(wire::Pace pace);  // `Blitz`

wire::BotGameState bot_state(const match::Match& match, MovesText& moves, match::Instant now);
wire::BotGameFull bot_full(std::string_view id, const match::Match& match, MovesText& moves, match::Instant created,
                           match::Instant now);
wire::BotGameInfo bot_info(std::string_view id, const match::Match& match, int seat, match::Instant now);

std::optional<wire::BotTitle> bot_title(const people::Person& person);
wire::BotAccount bot_account(const people::Person& person, const std::vector<wire::Rating>& ratings);

// What a path such as `draw/yes` says; nothing for another word.
std::optional<bool> bot_answer(std::string_view word);

}  // namespace crownstar::server
