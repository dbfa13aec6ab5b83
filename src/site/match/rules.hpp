// Small rules that handling commands and applying events have in common. Private to this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "rules/game/game.hpp"
#include "site/match/match.hpp"
#include "site/match/terms/refused.hpp"
#include "site/match/terms/terms.hpp"

namespace crownstar::match {

// The game as the terms begin it.
std::expected<std::unique_ptr<game::Game>, Refused> begun_game(const Terms& terms);

// The move as the events tell it: a star's keeps every landing that was given.
struct ReadMove {
  game::MoveView view;
  std::string text;
};
base::Checked<ReadMove> read_move(const game::Game& game, std::string_view text);

// How a seat leaves, in the words of game::leaving_reason and of the record.
std::string_view way_of_leaving(Leaving way);

// Those who still play share the best place that is open.
game::Outcome agreed_outcome(const game::Outcome& running);
game::Outcome claimed_draw_outcome(const game::Outcome& running);
game::Outcome aborted_outcome(int seats, std::string reason);

// The seats that leave together: a team, or the seat alone.
std::uint8_t seats_leaving(const Terms& terms, int seats, int seat);

}  // namespace crownstar::match
