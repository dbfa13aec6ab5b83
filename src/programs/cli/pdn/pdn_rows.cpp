#include "programs/cli/pdn/pdn_rows.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/utf8.hpp"
#include "programs/cli/games/move_json.hpp"
#include "rules/record/reading/record_replay.hpp"

namespace crownstar::cli {

namespace {

using base::JsonWriter;
using game::Game;
using game::GameRecord;
using game::MoveView;
using game::RecordNode;

struct MoveColumn {
  const char* name;
  const char* meaning;
  ParquetType type = ParquetType::text;
  int lists = 0;
};

// In the order in which `add_rows` gives the values. docs/schemas/half-move.schema.json says the same of the objects.
constexpr std::array<MoveColumn, 14> move_columns{{
    {"game", "token of the game"},
    {"event", "tag of the record; ? where nobody knows"},
    {"date", "tag of the record"},
    {"round", "tag of the record"},
    {"white", "player of White"},
    {"black", "player of Black, whatever its colour is called"},
    {"result", "as PDN writes it: the first mover's points first"},
    {"ply", "from 1 in each game", ParquetType::number32},
    {"seat", "who is to move, counted from 0 in the order of turns", ParquetType::number32},
    {"position", "before the move: FEN, or the star's text"},
    {"move", "unique among the legal moves of the position"},
    {"path", "from, every landing, to", ParquetType::text, 1},
    {"captured", "squares, in the order of the path", ParquetType::text, 1},
    {"crowns", "a man becomes a king", ParquetType::boolean},
}};

// Each row says it again: a long one would make hundreds of long rows.
constexpr std::size_t longest_tag = 1000;  // bytes

std::string tag_of(const GameRecord& record, std::string_view name) {
  const game::RecordTag* tag = record.find_tag(name);
  return tag == nullptr ? std::string() : std::string(base::cut_utf8(tag->value, longest_tag));
}

void add_list(ParquetValues& column, const std::vector<std::string>& values) {
  int depth = 0;
  for (const std::string& value : values) {
    column.repeat(std::exchange(depth, 1));
    column.add(std::string_view(value));
  }
  if (values.empty()) column.add_empty_list();
}

}  // namespace

std::vector<MoveRow> move_rows(const GameRecord& record) {
  std::vector<MoveRow> rows;
  MoveRow row;
  row.game = record.token;
  row.event = tag_of(record, "Event");
  row.date = tag_of(record, "Date");
  row.round = tag_of(record, "Round");
  row.white = tag_of(record, "White");
  row.black = tag_of(record, "Black");
  row.result = game::write_result(record.result, record.result_form);
  game::replay_record(record, [&](const Game& before, const RecordNode& node, const MoveView& move) {
    ++row.ply;
    row.seat = before.seat_to_move();
    row.position = before.position();
    row.move = node.move;
    row.path = labels_of(before, move.path);
    row.captured = labels_of(before, move.captured);
    row.crowns = move.crowns;
    rows.push_back(row);
  });
  return rows;
}

std::string json_of(const std::vector<MoveRow>& rows) {
  std::string text;
  for (const MoveRow& row : rows) {
    JsonWriter json;
    json.begin_object();
    for (const auto& [key, value] : {std::pair("game", &row.game),
                                     {"event", &row.event},
                                     {"date", &row.date},
                                     {"round", &row.round},
                                     {"white", &row.white},
                                     {"black", &row.black},
                                     {"result", &row.result}}) {
      json.member(key, *value);
    }
    json.member("ply", row.ply);
    json.member("seat", row.seat);
    json.member("position", row.position);
    write_move(json, row.move, row.path, row.captured, row.crowns);
    json.end_object();
    text += json.take() + "\n";
  }
  return text;
}

ParquetTable move_table() {
  std::vector<ParquetColumn> columns;
  std::vector<std::pair<std::string, std::string>> metadata{{"title", "Half-moves of recorded games"}};
  for (const MoveColumn& column : move_columns) {
    columns.push_back({column.name, column.type, column.lists, false});
    metadata.emplace_back(fmt::format("column.{}", column.name), column.meaning);
  }
  return {std::move(columns), std::move(metadata)};
}

void add_rows(ParquetTable& table, const std::vector<MoveRow>& rows) {
  for (const MoveRow& row : rows) {
    std::size_t number = 0;
    const auto next = [&]() -> ParquetValues& { return table.column(number++); };
    for (const std::string* text :
         {&row.game, &row.event, &row.date, &row.round, &row.white, &row.black, &row.result}) {
      next().add(std::string_view(*text));
    }
    next().add(std::int32_t{row.ply});
    next().add(std::int32_t{row.seat});
    next().add(std::string_view(row.position));
    next().add(std::string_view(row.move));
    add_list(next(), row.path);
    add_list(next(), row.captured);
    next().add(row.crowns);
    table.end_row();
  }
}

std::string position_rows(const GameRecord& record) {
  std::string rows;
  const auto last = game::replay_record(
      record, [&](const Game& before, const RecordNode&, const MoveView&) { rows += before.position() + "\n"; });
  return last ? rows + last->position() + "\n" : rows;
}

}  // namespace crownstar::cli
