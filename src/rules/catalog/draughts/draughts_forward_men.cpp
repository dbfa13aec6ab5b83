#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::Italian>() {
  return std::make_unique<DraughtsGame<draughts::Italian>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Spanish>() {
  return std::make_unique<DraughtsGame<draughts::Spanish>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Portuguese>() {
  return std::make_unique<DraughtsGame<draughts::Portuguese>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Czech>() {
  return std::make_unique<DraughtsGame<draughts::Czech>>();
}

}  // namespace crownstar::game
