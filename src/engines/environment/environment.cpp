#include "engines/environment/environment.hpp"

#include <algorithm>

#include "engines/environment/families.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::environment {

bool Environment::is_legal(int action) const { return std::ranges::binary_search(actions_, action); }

void Environment::mark_actions(std::span<std::uint8_t> row, std::uint8_t number) const {
  for (const int action : actions()) row[static_cast<std::size_t>(action)] = number;
}

void Environment::write_rewards(std::span<float> rewards) const {
  std::ranges::fill(rewards, 0.0F);
  if (!is_over() || sides() < 2) return;
  for (int seat = 0; seat < seats(); ++seat) {
    int better = 0;
    int alike = 0;
    // The first seats are one of each side.
    for (int other = 0; other < sides(); ++other) {
      if (side_of(other) == side_of(seat)) continue;
      better += place_of(other) < place_of(seat) ? 1 : 0;
      alike += place_of(other) == place_of(seat) ? 1 : 0;
    }
    const float rank = static_cast<float>(better) + static_cast<float>(alike) / 2.0F;
    rewards[static_cast<std::size_t>(seat)] = 1.0F - 2.0F * rank / static_cast<float>(sides() - 1);
  }
}

Checked<std::unique_ptr<Environment>> make_environment(std::string_view token) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  const auto read = game::read_token((*game)->token());
  if (!read) return std::unexpected(read.error());
  if (auto draughts = make_draughts_environment(read->id)) return draughts;
  std::vector<sternhalma::OptionText> options;
  for (const game::TokenOption& option : read->options) options.push_back({option.key, option.value});
  const auto rules = sternhalma::read_options(options);
  if (!rules) return std::unexpected(rules.error());
  return make_star_environment(*rules);
}

}  // namespace crownstar::environment
