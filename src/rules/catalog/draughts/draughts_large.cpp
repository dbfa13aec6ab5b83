#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::International>() {
  return std::make_unique<DraughtsGame<draughts::International>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Canadian>() {
  return std::make_unique<DraughtsGame<draughts::Canadian>>();
}

}  // namespace crownstar::game
