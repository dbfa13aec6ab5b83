#include "site/collections/index_search.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "site/collections/game_entry.hpp"
#include "site/collections/moves_of_game.hpp"

namespace crownstar::collections {
namespace {

constexpr const char* names_with = "(SELECT id FROM names WHERE instr(folded, ?) > 0)";

// The kinds of material that occur are few thousands: from each to the next by the index, and not row by row.
constexpr const char* material_kinds = R"(
WITH RECURSIVE kinds(material) AS (
  SELECT min(material) FROM materials
  UNION ALL SELECT (SELECT min(material) FROM materials WHERE material > kinds.material) FROM kinds
  WHERE kinds.material IS NOT NULL) SELECT material FROM kinds WHERE material IS NOT NULL)";

bool fits(const std::optional<MaterialPattern::Force>& force, std::int64_t men, std::int64_t kings) {
  return !force || (force->men == men && force->kings == kings);
}

bool fits(const MaterialPattern& pattern, std::int64_t material) {
  return fits(pattern.white, material >> 24 & 255, material >> 16 & 255) &&
         fits(pattern.black, material >> 8 & 255, material & 255);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char letter : text) letter == '\n' ? void(lines.emplace_back()) : lines.back().push_back(letter);
  return lines;
}

std::string columns_of(bool with_records) {
  const std::string record = with_records ? "(SELECT pdn FROM records WHERE game = g.id)" : "''";
  return "g.id, (SELECT text FROM names WHERE id = g.game), (SELECT text FROM names WHERE id = g.event), "
         "(SELECT text FROM names WHERE id = g.site), g.date, g.round, g.players, g.result, g.plies, g.duplicate_of, "
         "(SELECT text FROM names WHERE id = g.file), g.line, " +
         record;
}

FoundGame read_game(const SqliteStatement& row) {
  FoundGame found;
  found.number = row.integer(0);
  found.game = row.text(1);
  found.event = row.text(2);
  found.site = row.text(3);
  found.date = row.text(4);
  found.round = row.text(5);
  found.players = lines_of(row.text(6));
  found.result = row.text(7);
  found.plies = row.integer(8);
  if (!row.is_null(9)) found.duplicate_of = row.integer(9);
  found.file = row.text(10);
  found.line = row.integer(11);
  found.pdn = row.text(12);
  return found;
}

using MoveCounts = std::map<std::int64_t, FoundMove>;  // by the move's name

// The most frequent first.
std::vector<FoundMove> in_order(SqliteFile& file, const MoveCounts& counts) {
  SqliteStatement name(file, "SELECT text FROM names WHERE id = ?1");
  std::vector<FoundMove> moves;
  for (const auto& [id, counted] : counts) {
    FoundMove& move = moves.emplace_back(counted);
    name.with(id);
    while (name.step()) move.move = name.text(0);
  }
  std::ranges::sort(moves, [](const FoundMove& first, const FoundMove& second) {
    return first.games != second.games ? first.games > second.games : first.move < second.move;
  });
  return moves;
}

// Whether it asks for more than a game and a position.
bool narrows(const IndexQuery& query) {
  const NumberRange any;
  return !query.players.empty() || !query.white.empty() || !query.black.empty() || !query.event.empty() ||
         !query.winner.empty() || query.years != any || query.plies != any || !query.opening.empty() ||
         !query.materials.empty() || query.wants_duplicates;
}

}  // namespace

IndexSearch::IndexSearch(SqliteFile& file, const IndexQuery& query)
    : file_(file), narrows_(narrows(query)), positions_(query.positions) {
  if (!query.game.empty()) add("g.game = (SELECT id FROM names WHERE text = ?)", {query.game});
  for (const std::string& player : query.players) add_side({}, player);
  add_side("White", query.white);
  add_side("Black", query.black);
  if (!query.event.empty()) add(std::string("g.event IN ") + names_with, {folded(query.event)});
  if (!query.winner.empty()) add("g.winner = ?", {query.winner});
  add_range("g.year", query.years);
  add_range("g.plies", query.plies);
  add_opening(query.opening);
  if (!query.positions.empty()) {
    add_positions(query.positions.size() == 1 ? "hash = ?" : "hash IN (?, ?)", query.positions,
                  {query.positions.begin(), query.positions.end()});
  }
  add_material(query.materials);
  query.wants_duplicates ? add("g.duplicate_of IS NOT NULL", {}) : add_first_copy();
}

void IndexSearch::add(std::string condition, std::vector<SqliteValue> values) {
  conditions_ += " AND " + std::move(condition);
  std::ranges::move(values, std::back_inserter(values_));
}

// The games are sorted first: a part of a name may fit most of them, and in their order they are put together in half
// of the time. SQLite would leave the sorting out if there were no LIMIT.
// Where it fits very many, each game in turn is asked instead, as with positions.
void IndexSearch::add_side(const std::string& side, const std::string& text) {
  if (text.empty()) return;
  if (is_frequent_name(text)) {
    // The signs keep SQLite from looking up each name that fits: a game has few players, and the names may be
    // thousands.
    const std::string player = std::string(
                                   "EXISTS (SELECT 1 FROM players AS p INDEXED BY players_by_game WHERE "
                                   "p.game = g.id AND +p.name IN ") +
                               names_with;
    if (side.empty()) return add(player + ")", {folded(text)});
    return add(player + " AND +p.side = ?)", {folded(text), side});
  }
  const std::string games = std::string("g.id IN (SELECT DISTINCT game FROM players WHERE name IN ") + names_with;
  const std::string in_order = " ORDER BY game LIMIT -1)";
  if (side.empty()) return add(games + in_order, {folded(text)});
  add(games + " AND side = ?" + in_order, {folded(text), side});
}

bool IndexSearch::is_frequent_name(const std::string& text) {
  const std::int64_t many = number_of(file_, "SELECT ifnull(max(id), 0) FROM games") / 8;
  SqliteStatement statement(file_, fmt::format("SELECT count(*) FROM (SELECT 1 FROM players WHERE name IN {} LIMIT {})",
                                               names_with, many + 1));
  const std::string small = folded(text);
  statement.with(small);
  std::int64_t number = 0;
  while (statement.step()) number = statement.integer(0);
  return number > many;
}

// Where a position came up in few games, they are looked up. Where it did in many, as the first of all games has, each
// game in turn is asked: the first page is then found at once, however many there are.
void IndexSearch::add_positions(const std::string& condition, const std::vector<std::int64_t>& hashes,
                                std::vector<SqliteValue> values) {
  const std::int64_t many = number_of(file_, "SELECT ifnull(max(id), 0) FROM games") / 4;
  const bool is_frequent =
      std::ranges::any_of(hashes, [&](std::int64_t hash) { return times_of(file_, hash, many + 1) > many; });
  add(is_frequent ? "EXISTS (SELECT 1 FROM positions WHERE " + condition + " AND game = g.id)"
                  : "g.id IN (SELECT game FROM positions WHERE " + condition + ")",
      std::move(values));
}

void IndexSearch::add_range(const std::string& column, const NumberRange& range) {
  if (range.least) add(column + " >= ?", {*range.least});
  if (range.most) add(column + " <= ?", {*range.most});
}

void IndexSearch::add_material(const std::vector<MaterialPattern>& patterns) {
  if (patterns.empty()) return;
  std::string kinds;
  SqliteStatement all(file_, material_kinds);
  while (all.step()) {
    const std::int64_t material = all.integer(0);
    const bool is_asked = std::ranges::any_of(patterns, [&](const auto& pattern) { return fits(pattern, material); });
    if (is_asked) kinds += fmt::format("{}{}", kinds.empty() ? "" : ",", material);
  }
  add("g.id IN (SELECT game FROM materials WHERE material IN (" + kinds + "))", {});
}

// Of several copies the first that fits all that was added before: copies differ in what is told of the game.
void IndexSearch::add_first_copy() {
  std::string earlier = conditions_;
  for (std::size_t at = 0; (at = earlier.find("g.", at)) != std::string::npos;) earlier[at] = 'f';
  add("(g.duplicate_of IS NULL OR NOT EXISTS (SELECT 1 FROM games AS f WHERE f.identity = g.identity AND f.id < g.id "
      "AND " +
          earlier + "))",
      std::vector<SqliteValue>(values_));
}

// The last position is in the fewest games; each of them is looked up for the earlier ones, so that no other order of
// the moves is taken for the opening.
void IndexSearch::add_opening(const std::vector<std::int64_t>& opening) {
  for (std::size_t ply = opening.size(); ply-- > 0;) {
    const std::vector<SqliteValue> values{opening[ply], static_cast<std::int64_t>(ply)};
    if (ply + 1 == opening.size()) {
      add_positions("hash = ? AND ply = ?", {opening[ply]}, values);
    } else {
      add("EXISTS (SELECT 1 FROM positions AS p WHERE p.hash = ? AND p.ply = ? AND p.game = g.id)", values);
    }
  }
}

std::int64_t IndexSearch::count(std::int64_t most) {
  SqliteStatement statement(
      file_, fmt::format("SELECT count(*) FROM (SELECT 1 FROM games AS g WHERE {} LIMIT {})", conditions_, most));
  statement.with_all(values_);
  std::int64_t number = 0;
  while (statement.step()) number = statement.integer(0);
  return number;
}

void IndexSearch::each(const FoundPage& page, const std::function<void(const FoundGame&)>& use) {
  SqliteStatement statement(file_, fmt::format("SELECT {} FROM games AS g WHERE {} AND g.id > ? ORDER BY g.id LIMIT {}",
                                               columns_of(page.with_records), conditions_, page.most));
  std::vector<SqliteValue> values = values_;
  values.emplace_back(page.after);
  statement.with_all(values);
  while (statement.step()) use(read_game(statement));
}

std::vector<FoundMove> IndexSearch::moves_in(std::int64_t position, const SidesOfTwo& sides, std::int64_t most) {
  SqliteStatement statement(
      file_, fmt::format("SELECT at.game, at.move, g.winner = ?, g.winner = 'draw', g.winner = ? FROM (SELECT game, "
                         "move FROM positions WHERE hash = ? AND move IS NOT (SELECT id FROM names WHERE text = '') "
                         "LIMIT {}) AS at CROSS JOIN games AS g ON g.id = at.game WHERE {}",
                         most, conditions_));
  std::vector<SqliteValue> values{sides.first, sides.second, position};
  std::ranges::copy(values_, std::back_inserter(values));
  statement.with_all(values);
  MoveCounts counts;
  MovesOfGame moves;
  while (statement.step()) {
    if (!moves.is_first(statement.integer(0), statement.integer(1))) continue;
    FoundMove& move = counts[statement.integer(1)];
    ++move.games;
    move.first_wins += statement.integer(2);
    move.draws += statement.integer(3);
    move.second_wins += statement.integer(4);
  }
  return in_order(file_, counts);
}

std::optional<std::vector<FoundMove>> IndexSearch::counted_moves(std::int64_t position, const SidesOfTwo& sides) {
  if (narrows_ || (!positions_.empty() && positions_ != std::vector{position})) return std::nullopt;
  SqliteStatement statement(file_, "SELECT move, winner, games FROM frequent_moves WHERE hash = ?1");
  statement.with(position);
  MoveCounts counts;
  while (statement.step()) {
    const std::string winner = statement.text(1);
    const std::int64_t games = statement.integer(2);
    FoundMove& move = counts[statement.integer(0)];
    move.games += games;
    if (winner == sides.first) move.first_wins += games;
    if (winner == "draw") move.draws += games;
    if (winner == sides.second) move.second_wins += games;
  }
  if (counts.empty()) return std::nullopt;
  return in_order(file_, counts);
}

std::optional<FoundGame> game_numbered(SqliteFile& file, std::int64_t number) {
  SqliteStatement statement(file, fmt::format("SELECT {} FROM games AS g WHERE g.id = ?", columns_of(true)));
  statement.with(number);
  std::optional<FoundGame> found;
  while (statement.step()) found = read_game(statement);
  return found;
}

std::int64_t times_of(SqliteFile& file, std::int64_t position, std::int64_t most) {
  SqliteStatement statement(
      file, fmt::format("SELECT count(*) FROM (SELECT 1 FROM positions WHERE hash = ? LIMIT {})", most));
  statement.with(position);
  std::int64_t number = 0;
  while (statement.step()) number = statement.integer(0);
  return number;
}

std::vector<std::string> games_in(SqliteFile& file) {
  SqliteStatement statement(file, "SELECT DISTINCT n.text FROM games AS g JOIN names AS n ON n.id = g.game");
  std::vector<std::string> games;
  while (statement.step()) games.push_back(statement.text(0));
  return games;
}

}  // namespace crownstar::collections
