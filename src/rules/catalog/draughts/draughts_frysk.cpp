#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::Frysk>() {
  return std::make_unique<DraughtsGame<draughts::Frysk>>();
}

}  // namespace crownstar::game
