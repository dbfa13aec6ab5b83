// The part of the record's source that reads the catalogue.
#include "rules/catalog/catalog.hpp"
#include "rules/catalog/game_names.hpp"
#include "rules/draughts/variants/variants.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::game {

namespace {

bool counts_two_points(std::string_view id) {
  bool counts_two = false;
  draughts::AllVariants::for_each([&]<typename Variant>() {
    if (Variant::id == id) counts_two = Variant::rules.two_points_a_win;
  });
  return counts_two;
}

}  // namespace

RecordSource catalog_source() {
  RecordSource source;
  for (const CatalogEntry& entry : catalog()) {
    if (entry.family == Family::star) {
      // CC-22: pieces stayed where they were before there was a choice.
      source.games.push_back({entry.id, entry.game_type, ResultForm::places, "leave", "removed", "stay"});
    } else {
      const ResultForm form = counts_two_points(entry.id) ? ResultForm::two_points : ResultForm::one_point;
      source.games.push_back({entry.id, entry.game_type, form});
    }
  }
  source.start = [](std::string_view token) { return start(token); };
  source.id_named = [](std::string_view name) { return id_named(name); };
  return source;
}

}  // namespace crownstar::game
