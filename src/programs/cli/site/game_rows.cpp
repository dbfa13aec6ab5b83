#include "programs/cli/site/game_rows.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "base/text/csv.hpp"
#include "base/text/json.hpp"
#include "rules/record/reading/record_replay.hpp"

namespace crownstar::cli {
namespace {

using server::PublicGame;
using server::PublicMove;
using server::PublicSeat;

// A row before it is written: single values, and lists of seats and of half-moves.
struct Line {
  std::vector<std::string> moves;
  std::vector<std::vector<int>> paths;
};

Line line_of(const PublicGame& game) {
  Line line;
  game::replay_record(game.record, [&](const game::Game&, const game::RecordNode& node, const game::MoveView& move) {
    line.moves.push_back(node.move);
    auto& path = line.paths.emplace_back();
    for (const game::Point point : move.path) path.push_back(static_cast<int>(point));
  });
  return line;
}

std::string time_text(store::Instant at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at - day).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), seconds / 3600,
                     seconds / 60 % 60, seconds % 60);
}

template <class Values, class Text>
std::string joined(const Values& values, std::string_view sign, const Text& text) {
  std::string all;
  bool is_first = true;
  for (const auto& value : values) {
    if (!is_first) all += sign;
    is_first = false;
    all += text(value);
  }
  return all;
}

std::string path_text(const std::vector<int>& path) {
  return joined(path, "-", [](int point) { return std::to_string(point); });
}

std::string rating_text(const PublicSeat& seat) { return seat.rating > 0 ? std::to_string(seat.rating) : ""; }

std::string opening_of(const Line& line) {
  constexpr std::size_t half_moves = 3;
  const std::vector<std::string> first(
      line.moves.begin(), line.moves.begin() + static_cast<std::ptrdiff_t>(std::min(half_moves, line.moves.size())));
  return joined(first, " ", [](const std::string& move) { return move; });
}

template <class Values, class Write>
void write_array(base::JsonWriter& json, std::string_view key, const Values& values, const Write& write) {
  json.key(key);
  json.begin_array();
  for (const auto& value : values) write(value);
  json.end_array();
}

// A list of a row, one value or inner list after the other.
template <class Values, class Add>
void add_list(ParquetValues& column, const Values& values, const Add& add) {
  int depth = 0;
  for (const auto& value : values) {
    column.repeat(depth);
    depth = 1;
    add(value);
  }
  if (depth == 0) column.add_empty_list();
}

}  // namespace

std::string game_row_head() {
  return joined(game_columns, ",", [](const PublishedColumn& column) { return std::string(column.name); }) + "\r\n";
}

std::string game_row_csv(const PublicGame& game) {
  const Line line = line_of(game);
  const auto of_seats = [&](const auto& text) { return joined(game.seats, ";", text); };
  const bool has_clock =
      std::ranges::all_of(game.moves, [](const PublicMove& move) { return move.clock_ms.has_value(); });
  const std::array<std::string, game_columns.size()> cells{
      game.id,
      game.game,
      game.speed,
      game.time_control,
      time_text(game.started),
      time_text(game.ended),
      of_seats([](const PublicSeat& seat) { return seat.name; }),
      of_seats([](const PublicSeat& seat) { return seat.kind; }),
      of_seats(rating_text),
      of_seats([](const PublicSeat& seat) { return std::string(seat.is_provisional ? "true" : "false"); }),
      game.result,
      game.ending,
      game.rule,
      game.reason,
      opening_of(line),
      std::to_string(line.moves.size()),
      joined(line.moves, " ", [](const std::string& move) { return move; }),
      joined(line.paths, " ", path_text),
      joined(game.moves, " ", [](const PublicMove& move) { return std::to_string(move.spent_ms); }),
      has_clock ? joined(game.moves, " ", [](const PublicMove& move) { return std::to_string(*move.clock_ms); }) : "",
  };
  return joined(cells, ",", base::csv_cell) + "\r\n";
}

std::string game_row_json(const PublicGame& game) {
  const Line line = line_of(game);
  base::JsonWriter json;
  json.begin_object();
  json.member("id", game.id);
  json.member("game", game.game);
  json.member("speed", game.speed);
  json.member("time_control", game.time_control);
  json.member("started", time_text(game.started));
  json.member("ended", time_text(game.ended));
  write_array(json, "players", game.seats, [&](const PublicSeat& seat) { json.value(seat.name); });
  write_array(json, "kinds", game.seats, [&](const PublicSeat& seat) { json.value(seat.kind); });
  write_array(json, "ratings", game.seats,
              [&](const PublicSeat& seat) { seat.rating > 0 ? json.value(seat.rating) : json.null(); });
  write_array(json, "provisional", game.seats, [&](const PublicSeat& seat) { json.value(seat.is_provisional); });
  json.member("result", game.result);
  json.member("ending", game.ending);
  json.member("rule", game.rule);
  json.member("reason", game.reason);
  json.member("opening", opening_of(line));
  json.member("plies", line.moves.size());
  write_array(json, "moves", line.moves, [&](const std::string& move) { json.value(move); });
  write_array(json, "paths", line.paths, [&](const std::vector<int>& path) {
    json.begin_array();
    for (const int point : path) json.value(point);
    json.end_array();
  });
  write_array(json, "spent_ms", game.moves, [&](const PublicMove& move) { json.value(move.spent_ms); });
  write_array(json, "clock_ms", game.moves,
              [&](const PublicMove& move) { move.clock_ms ? json.value(*move.clock_ms) : json.null(); });
  json.end_object();
  return json.take() + "\n";
}

std::vector<ParquetColumn> game_row_parquet() {
  std::vector<ParquetColumn> columns;
  for (const PublishedColumn& column : game_columns) columns.push_back({std::string(column.name)});
  const auto set = [&columns](std::string_view name, ParquetType type, int lists, bool may_be_missing) {
    const auto column = std::ranges::find(columns, name, &ParquetColumn::name);
    *column = {column->name, type, lists, may_be_missing};
  };
  set("started", ParquetType::instant, 0, false);
  set("ended", ParquetType::instant, 0, false);
  set("players", ParquetType::text, 1, false);
  set("kinds", ParquetType::text, 1, false);
  set("ratings", ParquetType::number32, 1, true);
  set("provisional", ParquetType::boolean, 1, false);
  set("plies", ParquetType::number32, 0, false);
  set("moves", ParquetType::text, 1, false);
  set("paths", ParquetType::number32, 2, false);
  set("spent_ms", ParquetType::number64, 1, false);
  set("clock_ms", ParquetType::number64, 1, true);
  return columns;
}

void add_game_row(ParquetTable& table, const PublicGame& game) {
  const Line line = line_of(game);
  std::size_t number = 0;
  const auto next = [&]() -> ParquetValues& { return table.column(number++); };
  for (const std::string* text : {&game.id, &game.game, &game.speed, &game.time_control}) {
    next().add(std::string_view(*text));
  }
  for (const store::Instant at : {game.started, game.ended}) {
    next().add(std::int64_t{at.time_since_epoch().count()});
  }
  ParquetValues& players = next();
  add_list(players, game.seats, [&](const PublicSeat& seat) { players.add(std::string_view(seat.name)); });
  ParquetValues& kinds = next();
  add_list(kinds, game.seats, [&](const PublicSeat& seat) { kinds.add(std::string_view(seat.kind)); });
  ParquetValues& ratings = next();
  add_list(ratings, game.seats, [&](const PublicSeat& seat) {
    seat.rating > 0 ? ratings.add(std::int32_t{seat.rating}) : ratings.add_missing();
  });
  ParquetValues& provisional = next();
  add_list(provisional, game.seats, [&](const PublicSeat& seat) { provisional.add(seat.is_provisional); });
  for (const std::string* text : {&game.result, &game.ending, &game.rule, &game.reason}) {
    next().add(std::string_view(*text));
  }
  next().add(std::string_view(opening_of(line)));
  next().add(static_cast<std::int32_t>(line.moves.size()));
  ParquetValues& moves = next();
  add_list(moves, line.moves, [&](const std::string& move) { moves.add(std::string_view(move)); });
  ParquetValues& paths = next();
  add_list(paths, line.paths, [&](const std::vector<int>& path) {
    for (std::size_t point = 0; point < path.size(); ++point) {
      if (point > 0) paths.repeat(2);
      paths.add(std::int32_t{path[point]});
    }
  });
  ParquetValues& spent = next();
  add_list(spent, game.moves, [&](const PublicMove& move) { spent.add(move.spent_ms); });
  ParquetValues& clock = next();
  add_list(clock, game.moves,
           [&](const PublicMove& move) { move.clock_ms ? clock.add(*move.clock_ms) : clock.add_missing(); });
  table.end_row();
}

}  // namespace crownstar::cli
