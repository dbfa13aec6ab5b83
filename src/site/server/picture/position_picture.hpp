// Draws how a game stands, as large as messengers show the picture of a link.
// It does not know matches and players.
#pragma once

#include "rules/game/game.hpp"
#include "site/server/picture/canvas.hpp"

namespace crownstar::server {

// The size that the previews of links are made for.
constexpr int preview_width = 1200;
constexpr int preview_height = 630;

Canvas position_picture(const game::Game& game);

}  // namespace crownstar::server
