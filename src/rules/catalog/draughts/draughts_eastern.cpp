#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::Thai>() {
  return std::make_unique<DraughtsGame<draughts::Thai>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Turkish>() {
  return std::make_unique<DraughtsGame<draughts::Turkish>>();
}

}  // namespace crownstar::game
