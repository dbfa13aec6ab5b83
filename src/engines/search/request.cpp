#include "engines/search/request.hpp"

#include "rules/catalog/catalog.hpp"

namespace crownstar::search {
namespace {

// A request for a game that never ends would never end either.
constexpr std::size_t most_turns = 10'000;

Checked<void> take_turn(game::Game& game, const Turn& turn) {
  if (turn.withdrawn_seat >= 0) return game.withdraw(turn.withdrawn_seat, "withdrew");
  const auto move = game.parse(turn.move);
  if (!move) return std::unexpected(move.error());
  return game.play(*move);
}

}  // namespace

Checked<std::unique_ptr<game::Game>> game_of(const SearchRequest& request, const VisitGame& visit) {
  auto started = game::start(request.token);
  if (!started) return started;
  game::Game& game = **started;
  if (!request.position.empty()) {
    if (const auto set = game.set_position(request.position); !set) return std::unexpected(set.error());
  }
  if (request.turns.size() > most_turns) {
    return base::refuse("too many turns: " + std::to_string(request.turns.size()) + "; expected at most " +
                        std::to_string(most_turns));
  }
  int number = 0;
  for (const Turn& turn : request.turns) {
    ++number;
    if (visit) visit(game);
    if (const auto taken = take_turn(game, turn); !taken) {
      return base::refuse(taken.error().rule, "turn " + std::to_string(number) + ": " + taken.error().reason);
    }
  }
  return started;
}

}  // namespace crownstar::search
