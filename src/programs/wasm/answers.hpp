// Writes the rules' results as JSON for the page: `{"ok": true, "value": …}` or a refusal.
#pragma once

#include <string>
#include <vector>

#include "base/text/json.hpp"
#include "engines/search/request.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/game.hpp"

namespace crownstar::wasm {

std::string refusal_answer(const base::Refusal& refusal);

// `write(json)` writes the one value.
template <class Write>
std::string answer(Write&& write) {
  base::JsonWriter json;
  json.begin_object();
  json.member("ok", true);
  json.key("value");
  write(json);
  json.end_object();
  return json.take();
}

std::string done_answer();

void write_catalog(base::JsonWriter& json);
void write_levels(base::JsonWriter& json);
void write_layout(base::JsonWriter& json, const game::Layout& layout);
void write_pieces(base::JsonWriter& json, const std::vector<game::PieceView>& pieces);
void write_move(base::JsonWriter& json, const game::MoveView& move);
void write_moves(base::JsonWriter& json, const std::vector<game::MoveView>& moves);
void write_points(base::JsonWriter& json, const std::vector<game::Point>& points);
void write_paths(base::JsonWriter& json, const std::vector<std::vector<game::Point>>& paths);
// The members `score`, and `plies` where the end is in sight, of an object that is open.
void write_score(base::JsonWriter& json, const search::Score& score);
// The member `lines`.
void write_lines(base::JsonWriter& json, const std::vector<search::SearchLine>& lines);
void write_findings(base::JsonWriter& json, const search::SearchResult& found);
void write_outcome(base::JsonWriter& json, const game::Outcome& outcome);
void write_draw_counts(base::JsonWriter& json, const std::vector<game::DrawCount>& counts);

}  // namespace crownstar::wasm
