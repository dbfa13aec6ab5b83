#include "rules/game/sides.hpp"

#include <algorithm>

#include "rules/game/token.hpp"

namespace crownstar::game {

bool is_teamed(std::string_view token) {
  const auto read = read_token(token);
  return read && std::ranges::any_of(read->options, [](const TokenOption& option) {
           return option.key == "teams" && option.value != "none";
         });
}

Sides sides_of(const Game& game) { return {is_teamed(game.token()) ? game.seats() / 2 : game.seats()}; }

}  // namespace crownstar::game
