// Linked into the module that the page loads first, in place of the games that the home page does not feature:
// they are in its catalogue and cannot be started. The module with all games is loaded when one of them is wanted.

#include "rules/catalog/draughts/draughts_variants.hpp"

namespace crownstar::game {

template <class Variant>
std::unique_ptr<Game> make_draughts() {
  return nullptr;
}

template std::unique_ptr<Game> make_draughts<draughts::Antidraughts>();
template std::unique_ptr<Game> make_draughts<draughts::Brazilian>();
template std::unique_ptr<Game> make_draughts<draughts::Breakthrough>();
template std::unique_ptr<Game> make_draughts<draughts::Canadian>();
template std::unique_ptr<Game> make_draughts<draughts::Czech>();
template std::unique_ptr<Game> make_draughts<draughts::Frisian>();
template std::unique_ptr<Game> make_draughts<draughts::Frysk>();
template std::unique_ptr<Game> make_draughts<draughts::International>();
template std::unique_ptr<Game> make_draughts<draughts::Italian>();
template std::unique_ptr<Game> make_draughts<draughts::Killer>();
template std::unique_ptr<Game> make_draughts<draughts::Pool>();
template std::unique_ptr<Game> make_draughts<draughts::Portuguese>();
template std::unique_ptr<Game> make_draughts<draughts::Russian>();
template std::unique_ptr<Game> make_draughts<draughts::Spanish>();
template std::unique_ptr<Game> make_draughts<draughts::Spantsiretti>();
template std::unique_ptr<Game> make_draughts<draughts::Thai>();
template std::unique_ptr<Game> make_draughts<draughts::Turkish>();

}  // namespace crownstar::game
