// Converts a match to the JSON shapes of the bot API: gameFull, gameState, gameStart.
#pragma once

#include <string>
#include <string_view>

#include "site/match/match.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {

wire::BotGameState bot_state(const match::Match& match, match::Instant now);
wire::BotGameFull bot_full(std::string_view id, const match::Match& match, match::Instant created, match::Instant now);
wire::BotGameInfo bot_info(std::string_view id, const match::Match& match, int seat, match::Instant now);

// What a path such as `draw/yes` says; nothing for another word.
std::optional<bool> bot_answer(std::string_view word);

}  // namespace crownstar::server
