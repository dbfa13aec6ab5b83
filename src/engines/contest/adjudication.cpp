#include "engines/contest/adjudication.hpp"

namespace crownstar::contest {

std::optional<Adjudication> adjudicate(const tablebase::Tables* tables, const game::Game& game) {
  if (tables == nullptr) return std::nullopt;
  const auto answer = tables->ask(game.position());
  if (!answer || !answer->value) return std::nullopt;
  if (*answer->value == tablebase::Value::draw) return Adjudication{};
  const int mover = game.seat_to_move();
  return Adjudication{*answer->value == tablebase::Value::loss ? mover : 1 - mover};
}

}  // namespace crownstar::contest
