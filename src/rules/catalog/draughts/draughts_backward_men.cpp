#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::Russian>() {
  return std::make_unique<DraughtsGame<draughts::Russian>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Brazilian>() {
  return std::make_unique<DraughtsGame<draughts::Brazilian>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Pool>() {
  return std::make_unique<DraughtsGame<draughts::Pool>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Spantsiretti>() {
  return std::make_unique<DraughtsGame<draughts::Spantsiretti>>();
}

}  // namespace crownstar::game
