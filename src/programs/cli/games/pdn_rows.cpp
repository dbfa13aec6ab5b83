#include "programs/cli/games/pdn_rows.hpp"

#include <utility>
#include <vector>

#include "base/json.hpp"
#include "rules/record/record_replay.hpp"

namespace crownstar::cli {

namespace {

using base::JsonWriter;
using game::Game;
using game::GameRecord;
using game::MoveView;
using game::RecordNode;

std::string tag_of(const GameRecord& record, std::string_view name) {
  const game::RecordTag* tag = record.find_tag(name);
  return tag == nullptr ? std::string() : tag->value;
}

void write_labels(JsonWriter& json, const Game& game, const std::vector<game::Point>& points) {
  json.begin_array();
  for (const game::Point point : points) json.value(game.layout().points[static_cast<std::size_t>(point)].label);
  json.end_array();
}

}  // namespace

std::string move_rows(const GameRecord& record) {
  std::string rows;
  int ply = 0;
  const std::string result = game::write_result(record.result, record.result_form);
  game::replay_record(record, [&](const Game& before, const RecordNode& node, const MoveView& move) {
    JsonWriter json;
    json.begin_object();
    json.member("game", record.token);
    for (const auto& [key, name] :
         {std::pair("event", "Event"), {"date", "Date"}, {"round", "Round"}, {"white", "White"}, {"black", "Black"}}) {
      json.member(key, tag_of(record, name));
    }
    json.member("result", result);
    json.member("ply", ++ply);
    json.member("seat", before.seat_to_move());
    json.member("position", before.position());
    json.member("move", node.move);
    json.key("path");
    write_labels(json, before, move.path);
    json.key("captured");
    write_labels(json, before, move.captured);
    json.member("crowns", move.crowns);
    json.end_object();
    rows += json.take() + "\n";
  });
  return rows;
}

std::string position_rows(const GameRecord& record) {
  std::string rows;
  const auto last = game::replay_record(
      record, [&](const Game& before, const RecordNode&, const MoveView&) { rows += before.position() + "\n"; });
  return last ? rows + last->position() + "\n" : rows;
}

}  // namespace crownstar::cli
