#include "rules/catalog/draughts_game.hpp"

#include "rules/catalog/draughts/draughts_play.hpp"
#include "rules/catalog/draughts/draughts_variants.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::game {

Layout make_square_layout(int rows, int columns) {
  Layout layout;
  layout.shape = BoardShape::squares;
  layout.rows = rows;
  layout.columns = columns;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      LayoutPoint point;
      point.x = column;
      point.y = row;
      layout.points.push_back(point);
    }
  }
  return layout;
}

Outcome won_by(int seat, const std::string& rule, const std::string& reason) {
  Outcome outcome{.is_over = true, .is_draw = false, .rule = rule, .reason = reason, .standings = {}};
  for (int each = 0; each < 2; ++each) outcome.standings.push_back({each == seat ? 1 : 2, rule, reason});
  return outcome;
}

Outcome drawn(const std::string& rule, const std::string& reason) {
  return {.is_over = true,
          .is_draw = true,
          .rule = rule,
          .reason = reason,
          .standings = std::vector<Standing>(2, Standing{1, rule, reason})};
}

std::vector<CatalogEntry> draughts_catalog_entries() {
  std::vector<CatalogEntry> entries;
  draughts::AllVariants::for_each([&]<class Variant>() {
    CatalogEntry entry;
    entry.id = Variant::id;
    entry.name = Variant::name;
    entry.summary = Variant::summary;
    entry.family = Family::draughts;
    entry.board = std::to_string(Variant::rules.columns) + "x" + std::to_string(Variant::rules.rows);
    entry.seats = "2";
    entry.game_type = Variant::rules.game_type;
    entry.topics = topics_of(Variant::rules);
    entries.push_back(std::move(entry));
  });
  return entries;
}

Checked<std::unique_ptr<Game>> start_draughts(const Token& token) {
  if (!token.options.empty()) {
    return base::refuse(token.id + " has no options, found " + token.options.front().key + "; expected " + token.id);
  }
  std::unique_ptr<Game> game;
  draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id == token.id) game = make_draughts<Variant>();
  });
  if (!game) return base::refuse("there is no draughts game " + token.id);
  return game;
}

}  // namespace crownstar::game
