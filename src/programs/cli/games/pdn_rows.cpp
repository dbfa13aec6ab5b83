#include "programs/cli/games/pdn_rows.hpp"

#include <functional>
#include <memory>

#include "base/json.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"

namespace crownstar::cli {

namespace {

using base::JsonWriter;
using game::Game;
using game::GameRecord;
using game::MoveView;
using game::RecordNode;

using OnMove = std::function<void(const Game& before, const RecordNode& node, const MoveView& move)>;

// Plays the main line through and gives the last position. The rules have allowed it before.
std::unique_ptr<Game> replay(const GameRecord& record, const OnMove& on_move) {
  auto started = game::start(record.token);
  if (!started) return nullptr;
  std::unique_ptr<Game> played = *std::move(started);
  if (!record.start.empty() && !played->set_position(record.start)) return nullptr;
  for (const int index : record.main_line()) {
    const RecordNode& node = record.node(index);
    if (!node.setup.empty()) {
      if (!played->set_position(node.setup)) return played;
      continue;
    }
    if (node.leaves >= 0) {
      if (!played->withdraw(node.leaves, node.leaving)) return played;
      continue;
    }
    if (played->outcome().is_over && !game::go_on_past_draw(*played)) return played;
    const auto move = game::read_recorded_move(*played, node.move);
    if (!move) return played;
    on_move(*played, node, *move);
    if (!played->play(*move)) return played;
  }
  return played;
}

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
  replay(record, [&](const Game& before, const RecordNode& node, const MoveView& move) {
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
  const auto last =
      replay(record, [&](const Game& before, const RecordNode&, const MoveView&) { rows += before.position() + "\n"; });
  return last ? rows + last->position() + "\n" : rows;
}

}  // namespace crownstar::cli
