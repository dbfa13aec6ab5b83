// Any bytes as a position of any game, and as a move there: what is refused changes nothing and says why in one line,
// and what is read, written and read again is the same.
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "input_laws.hpp"
#include "rules/catalog/catalog.hpp"

namespace {

using namespace crownstar;

// Starting a game costs more than reading a position, so each is started once.
const std::vector<std::unique_ptr<game::Game>>& every_game() {
  static const auto games = [] {
    std::vector<std::unique_ptr<game::Game>> started;
    for (const game::CatalogEntry& entry : game::catalog()) started.push_back(*game::start(entry.id));
    started.push_back(*game::start("sternhalma:players=6,board=253,hop=super"));
    started.push_back(*game::start("sternhalma:players=5,handicap=2-9"));
    return started;
  }();
  return games;
}

void check_move(const game::Game& game, std::string_view text) {
  const auto parsed = game.parse(text);
  if (!parsed) return fuzz::check_refusal(parsed.error());
  fuzz::require(game.clone()->play(*parsed).has_value());
  fuzz::require(game.parse(parsed->text).has_value());
}

void check_position(const game::Game& start, std::string_view text) {
  const auto game = start.clone();
  const auto begun = game->set_position(text);
  if (!begun) {
    fuzz::check_refusal(begun.error());
    fuzz::require(fuzz::is_alike(*game, start));
    return;
  }
  const auto again = start.clone();
  fuzz::require(again->set_position(game->position()).has_value());
  fuzz::require(fuzz::is_alike(*again, *game));
  // The list may be refused as too complex; nothing else is in the way of a position that was accepted.
  const auto moves = game->legal_moves();
  if (!moves) return fuzz::check_refusal(moves.error());
  fuzz::require(moves->empty() == game->outcome().is_over);
  if (moves->empty()) return;
  check_move(*game, moves->front().text);
  check_move(*game, moves->back().text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& games = every_game();
  const game::Game& start = *games[data[0] % games.size()];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  check_position(start, text);
  if (text.size() < 100) check_move(start, text);
  return 0;
}
