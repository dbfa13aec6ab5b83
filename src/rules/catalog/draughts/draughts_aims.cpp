#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <>
std::unique_ptr<Game> make_draughts<draughts::Antidraughts>() {
  return std::make_unique<DraughtsGame<draughts::Antidraughts>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Breakthrough>() {
  return std::make_unique<DraughtsGame<draughts::Breakthrough>>();
}
template <>
std::unique_ptr<Game> make_draughts<draughts::Killer>() {
  return std::make_unique<DraughtsGame<draughts::Killer>>();
}

}  // namespace crownstar::game
