// Any bytes as the token of a game: a refusal says why in one line, and the canonical token of a game that starts is
// its own canonical token and starts the same game.
#include <cstdint>
#include <string_view>

#include "input_laws.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/catalog/game_names.hpp"
#include "rules/game/token.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto token = game::read_token(text);
  if (token) fuzz::require(game::read_token(game::write_token(*token)) == *token);
  const auto started = game::start(text);
  if (!started) {
    fuzz::check_refusal(started.error());
    return 0;
  }
  // A game starts by its other names too: Sternhalma, checkers.
  fuzz::require(game::read_token(game::with_known_id(text)).has_value());
  const game::Game& game = **started;
  const auto again = game::start(game.token());
  fuzz::require(again.has_value() && (*again)->token() == game.token());
  fuzz::require(fuzz::is_alike(**again, game) && (*again)->seats() == game.seats());
  fuzz::require(!game.outcome().is_over);
  return 0;
}
