#include "rules/catalog/catalog.hpp"

#include <algorithm>

#include "base/text/quote.hpp"
#include "rules/catalog/draughts_game.hpp"
#include "rules/catalog/game_names.hpp"
#include "rules/catalog/star_game.hpp"
#include "rules/game/token.hpp"

namespace crownstar::game {

namespace {

// The three featured games first, then the others.
std::vector<CatalogEntry> make_catalog() {
  std::vector<CatalogEntry> entries = draughts_catalog_entries();
  entries.insert(entries.begin() + 2, star_catalog_entry());
  return entries;
}

}  // namespace

std::span<const CatalogEntry> catalog() {
  static const std::vector<CatalogEntry> entries = make_catalog();
  return entries;
}

Checked<std::unique_ptr<Game>> start(std::string_view token) {
  const auto read = read_token(with_known_id(token));
  if (!read) return std::unexpected(read.error());
  const auto entry = std::ranges::find(catalog(), read->id, &CatalogEntry::id);
  if (entry == catalog().end()) {
    std::string known;
    for (const CatalogEntry& each : catalog()) known += (known.empty() ? "" : ", ") + each.id;
    const std::string nearest = nearest_id(read->id);
    const std::string guess = nearest.empty() ? "" : "did you mean " + nearest + "? ";
    return base::refuse("there is no game " + base::quoted(read->id) + "; " + guess + "known games: " + known);
  }
  return entry->family == Family::star ? start_star(*read) : start_draughts(*read);
}

}  // namespace crownstar::game
