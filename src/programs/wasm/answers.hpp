// Knows how what the runtime face answers is written as JSON for the page: `{"ok": true, "value": …}` or a refusal.
// Refuses to know memory, handles and who asked.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "engines/search/request.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/game.hpp"

namespace crownstar::wasm {

std::string refusal_answer(const board::Refusal& refusal);

// `write(json)` writes the one value.
template <class Write>
std::string answer(Write&& write) {
  text::JsonWriter json;
  json.begin_object();
  json.member("ok", true);
  json.key("value");
  write(json);
  json.end_object();
  return json.take();
}

std::string done_answer();

void write_catalog(text::JsonWriter& json);
void write_levels(text::JsonWriter& json);
void write_layout(text::JsonWriter& json, const game::Layout& layout);
void write_pieces(text::JsonWriter& json, const std::vector<game::PieceView>& pieces);
void write_move(text::JsonWriter& json, const game::MoveView& move);
void write_moves(text::JsonWriter& json, const std::vector<game::MoveView>& moves);
void write_points(text::JsonWriter& json, const std::vector<game::Point>& points);
void write_paths(text::JsonWriter& json, const std::vector<std::vector<game::Point>>& paths);
void write_findings(text::JsonWriter& json, const search::SearchResult& found);
void write_outcome(text::JsonWriter& json, const game::Outcome& outcome);

}  // namespace crownstar::wasm
