#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::American>() {
  return std::make_unique<DraughtsGame<draughts::American>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::FlyingKing>() {
  return std::make_unique<DraughtsGame<draughts::FlyingKing>>();
}

}  // namespace crownstar::game
