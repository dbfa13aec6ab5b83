#include "engines/contest/adjudication.hpp"

namespace crownstar::contest {

std::optional<TablesVerdict> verdict_of(const tablebase::Tables* tables, const game::Game& game) {
  if (tables == nullptr) return std::nullopt;
  const auto answer = tables->ask(game.position());
  if (!answer || !answer->value) return std::nullopt;
  if (*answer->value == tablebase::Value::draw) return TablesVerdict{};
  const int mover = game.seat_to_move();
  return TablesVerdict{*answer->value == tablebase::Value::loss ? mover : 1 - mover};
}

}  // namespace crownstar::contest
