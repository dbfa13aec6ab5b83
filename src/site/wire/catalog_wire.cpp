#include "site/wire/catalog_wire.hpp"

#include "rules/catalog/catalog.hpp"

namespace crownstar::wire {

Catalog catalog_view() {
  Catalog view;
  for (const game::CatalogEntry& entry : game::catalog()) {
    CatalogGame& shown = view.games.emplace_back();
    shown.id = entry.id;
    shown.name = entry.name;
    shown.summary = entry.summary;
    shown.family = entry.family == game::Family::star ? Family::star : Family::draughts;
    shown.board = entry.board;
    shown.seats = entry.seats;
    shown.game_type = entry.game_type;
    for (const game::GameOption& option : entry.options) {
      shown.options.push_back({option.key, option.fallback, option.values, option.explanation, option.rule});
    }
  }
  return view;
}

}  // namespace crownstar::wire
