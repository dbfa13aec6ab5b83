#include "programs/wasm/answers.hpp"

#include "engines/search/levels.hpp"

namespace crownstar::wasm {

using base::JsonWriter;
using game::CatalogEntry;
using game::GameOption;
using game::MoveView;
using game::Point;

namespace {

// An array of whatever `write(each)` writes.
void write_all(JsonWriter& json, const auto& items, auto&& write) {
  json.begin_array();
  for (const auto& item : items) write(item);
  json.end_array();
}

void write_option(JsonWriter& json, const GameOption& option) {
  json.begin_object();
  json.member("key", option.key);
  json.member("fallback", option.fallback);
  json.key("values");
  write_all(json, option.values, [&](const std::string& value) { json.value(value); });
  json.member("explanation", option.explanation);
  json.member("rule", option.rule);
  json.end_object();
}

}  // namespace

std::string refusal_answer(const base::Refusal& refusal) {
  JsonWriter json;
  json.begin_object();
  json.member("ok", false);
  json.member("rule", refusal.rule);
  json.member("reason", refusal.reason);
  json.end_object();
  return json.take();
}

std::string done_answer() {
  return answer([](JsonWriter& json) { json.null(); });
}

void write_catalog(JsonWriter& json) {
  write_all(json, game::catalog(), [&](const CatalogEntry& entry) {
    json.begin_object();
    json.member("id", entry.id);
    json.member("name", entry.name);
    json.member("summary", entry.summary);
    json.member("family", entry.family == game::Family::star ? "star" : "draughts");
    json.member("board", entry.board);
    json.member("seats", entry.seats);
    json.member("gameType", entry.game_type);
    json.key("options");
    write_all(json, entry.options, [&](const GameOption& option) { write_option(json, option); });
    json.key("topics");
    write_all(json, entry.topics, [&](const game::RuleTopic& topic) {
      json.begin_object();
      json.member("rule", topic.rule);
      json.member("topic", topic.topic);
      json.end_object();
    });
    json.end_object();
  });
}

void write_levels(JsonWriter& json) {
  write_all(json, search::levels(), [&](const search::Level& level) {
    json.begin_object();
    json.member("id", level.id);
    json.member("name", level.name);
    json.member("description", level.description);
    json.end_object();
  });
}

void write_layout(JsonWriter& json, const game::Layout& layout) {
  json.begin_object();
  json.member("shape", layout.shape == game::BoardShape::star ? "star" : "squares");
  json.member("columns", layout.columns);
  json.member("rows", layout.rows);
  json.key("points");
  write_all(json, layout.points, [&](const game::LayoutPoint& point) {
    json.begin_object();
    json.member("x", point.x);
    json.member("y", point.y);
    json.member("label", point.label);
    json.member("isPlayable", point.is_playable);
    json.member("startOf", point.start_of);
    json.member("goalOf", point.goal_of);
    json.end_object();
  });
  json.key("lines");
  write_all(json, layout.lines, [&](const std::pair<Point, Point>& line) {
    json.begin_array();
    json.value(line.first);
    json.value(line.second);
    json.end_array();
  });
  json.member("turnSteps", layout.turn_steps);
  json.end_object();
}

void write_pieces(JsonWriter& json, const std::vector<game::PieceView>& pieces) {
  write_all(json, pieces, [&](const game::PieceView& piece) {
    json.begin_object();
    json.member("point", piece.point);
    json.member("seat", piece.seat);
    json.member("set", piece.set);
    json.member("isKing", piece.is_king);
    json.end_object();
  });
}

void write_points(JsonWriter& json, const std::vector<Point>& points) {
  write_all(json, points, [&](Point point) { json.value(point); });
}

void write_move(JsonWriter& json, const MoveView& move) {
  json.begin_object();
  json.member("text", move.text);
  json.key("path");
  write_points(json, move.path);
  json.key("captured");
  write_points(json, move.captured);
  json.member("crowns", move.crowns);
  json.end_object();
}

void write_moves(JsonWriter& json, const std::vector<MoveView>& moves) {
  write_all(json, moves, [&](const MoveView& move) { write_move(json, move); });
}

void write_paths(JsonWriter& json, const std::vector<std::vector<Point>>& paths) {
  write_all(json, paths, [&](const std::vector<Point>& path) { write_points(json, path); });
}

void write_score(JsonWriter& json, const search::Score& score) {
  json.member("score", score.hundredths);
  if (score.plies_to_end) json.member("plies", *score.plies_to_end);
}

void write_lines(JsonWriter& json, const std::vector<search::SearchLine>& lines) {
  json.key("lines");
  write_all(json, lines, [&](const search::SearchLine& line) {
    json.begin_object();
    json.key("moves");
    write_all(json, line.moves, [&](const std::string& move) { json.value(move); });
    write_score(json, line.score);
    json.end_object();
  });
}

void write_findings(JsonWriter& json, const search::SearchResult& found) {
  json.begin_object();
  json.member("move", found.move);
  json.member("depth", found.reached.depth);
  json.member("nodes", found.reached.nodes);
  write_lines(json, found.reached.lines);
  json.end_object();
}

void write_outcome(JsonWriter& json, const game::Outcome& outcome) {
  json.begin_object();
  json.member("isOver", outcome.is_over);
  json.member("isDraw", outcome.is_draw);
  json.member("rule", outcome.rule);
  json.member("reason", outcome.reason);
  json.key("standings");
  write_all(json, outcome.standings, [&](const game::Standing& standing) {
    json.begin_object();
    json.member("place", standing.place);
    json.member("rule", standing.rule);
    json.member("reason", standing.reason);
    json.end_object();
  });
  json.end_object();
}

void write_draw_counts(JsonWriter& json, const std::vector<game::DrawCount>& counts) {
  write_all(json, counts, [&](const game::DrawCount& count) {
    json.begin_object();
    json.member("rule", count.rule);
    json.member("topic", count.topic);
    json.member("made", count.made);
    json.member("limit", count.limit);
    json.end_object();
  });
}

}  // namespace crownstar::wasm
