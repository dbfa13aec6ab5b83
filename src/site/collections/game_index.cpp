#include "site/collections/game_index.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/quote.hpp"
#include "site/collections/moves_of_game.hpp"

namespace crownstar::collections {
namespace {

constexpr std::int64_t index_kind = 0x43724978;  // CrIx, what SQLite calls an application_id
constexpr std::int64_t index_version = 3;
constexpr std::int64_t uncounted_games = 10'000;
constexpr std::size_t most_names_at_hand = 50'000;
constexpr std::size_t longest_name_at_hand = 200;  // bytes: a longer one is looked up in the file

// A name is any word that comes again and again: of a player, an event, a game, a file, a move.
constexpr const char* schema = R"(
CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE games(
  id INTEGER PRIMARY KEY, game INTEGER NOT NULL, event INTEGER NOT NULL, site INTEGER NOT NULL, date TEXT NOT NULL,
  year INTEGER, round TEXT NOT NULL, players TEXT NOT NULL, result TEXT NOT NULL, winner TEXT NOT NULL,
  plies INTEGER NOT NULL, identity INTEGER, duplicate_of INTEGER, file INTEGER NOT NULL, line INTEGER NOT NULL);
CREATE TABLE records(game INTEGER PRIMARY KEY, pdn TEXT NOT NULL);
CREATE TABLE players(name INTEGER, game INTEGER, side TEXT, PRIMARY KEY(name, game, side)) WITHOUT ROWID;
CREATE TABLE positions(hash INTEGER, game INTEGER, ply INTEGER, move INTEGER, PRIMARY KEY(hash, game, ply))
  WITHOUT ROWID;
CREATE TABLE frequent_moves(hash INTEGER, move INTEGER, winner TEXT, games INTEGER, PRIMARY KEY(hash, move, winner))
  WITHOUT ROWID;
CREATE TABLE materials(material INTEGER, game INTEGER, ply INTEGER, PRIMARY KEY(material, game)) WITHOUT ROWID;
CREATE INDEX players_by_game ON players(game);
CREATE INDEX games_by_year ON games(year);
CREATE INDEX games_by_event ON games(event);
CREATE INDEX games_by_plies ON games(plies);
CREATE INDEX games_by_identity ON games(identity);
)";

// Rows in the order of the games; sorted into their tables at the end, which is many times quicker than one by one.
constexpr const char* waiting_rows = R"(
CREATE TEMP TABLE new_players(name INTEGER, game INTEGER, side TEXT);
CREATE TEMP TABLE new_positions(hash INTEGER, game INTEGER, ply INTEGER, move INTEGER);
CREATE TEMP TABLE new_materials(material INTEGER, game INTEGER, ply INTEGER);
)";

constexpr const char* sort_rows = R"(
INSERT OR IGNORE INTO players SELECT name, game, side FROM temp.new_players ORDER BY name, game, side;
INSERT INTO positions SELECT hash, game, ply, move FROM temp.new_positions ORDER BY hash, game, ply;
INSERT INTO materials SELECT material, game, ply FROM temp.new_materials ORDER BY material, game;
)";

constexpr const char* find_duplicates = R"(
UPDATE games SET duplicate_of = first.id
  FROM (SELECT identity, min(id) AS id FROM games WHERE identity IS NOT NULL GROUP BY identity HAVING count(*) > 1)
  AS first WHERE games.identity = first.identity AND games.id > first.id;
)";

// Positions to which more games came than can be gone through in a moment: all of them, or those that the new games
// have.
std::string frequent_positions(bool of_all) {
  if (of_all) return fmt::format("SELECT hash FROM positions GROUP BY hash HAVING count(*) > {}", uncounted_games);
  return fmt::format(
      "SELECT hash FROM (SELECT DISTINCT hash FROM temp.new_positions) AS fresh WHERE (SELECT count(*) FROM (SELECT 1 "
      "FROM positions WHERE positions.hash = fresh.hash LIMIT {})) > {}",
      uncounted_games + 1, uncounted_games);
}

// What was played in them, so that nobody has to count it: without the games that repeat an earlier one.
void count_frequent_moves(SqliteFile& file, bool of_all) {
  std::vector<std::int64_t> hashes;
  {
    SqliteStatement frequent(file, frequent_positions(of_all));
    while (frequent.step()) hashes.push_back(frequent.integer(0));
  }
  SqliteStatement forget(file, "DELETE FROM frequent_moves WHERE hash = ?1");
  SqliteStatement made(
      file,
      "SELECT p.game, p.move, g.winner FROM positions AS p JOIN games AS g ON g.id = p.game WHERE "
      "p.hash = ?1 AND g.duplicate_of IS NULL AND p.move IS NOT (SELECT id FROM names WHERE text = '') "
      "ORDER BY p.game, p.ply");
  SqliteStatement keep(file, "INSERT INTO frequent_moves VALUES (?1, ?2, ?3, ?4)");
  for (const std::int64_t hash : hashes) {
    std::map<std::pair<std::int64_t, std::string>, std::int64_t> games;
    MovesOfGame moves;
    made.with(hash);
    while (made.step()) {
      if (moves.is_first(made.integer(0), made.integer(1))) ++games[{made.integer(1), made.text(2)}];
    }
    forget.with(hash).run();
    for (const auto& [key, count] : games) keep.with(hash, key.first, key.second, count).run();
  }
}

base::Checked<void> check_kind(SqliteFile& file, const std::string& name) {
  const std::int64_t kind = number_of(file, "PRAGMA application_id");
  const std::int64_t found = number_of(file, "PRAGMA user_version");
  if (const auto good = file.check(); !good) return good;
  if (kind != index_kind) return base::refuse(base::quoted(name) + " is no index of games");
  if (found == index_version) return {};
  return base::refuse(fmt::format(
      "{} is an index of version {}, and this program knows version {}: index the games again, into a new file",
      base::quoted(name), found, index_version));
}

}  // namespace

base::Checked<SqliteFile> open_index(const std::string& file) {
  auto opened = SqliteFile::open(file, SqliteUse::search);
  if (!opened) return opened;
  if (const auto known = check_kind(*opened, file); !known) return std::unexpected(known.error());
  return opened;
}

std::expected<SqliteFile, LookFailure> look_into_index(const std::string& file,
                                                       std::chrono::steady_clock::time_point deadline,
                                                       const std::atomic<bool>& is_stopping) {
  auto opened = SqliteFile::open(file, SqliteUse::look);
  if (!opened) return std::unexpected(LookFailure{SqliteFailure::other, opened.error().reason});
  opened->end_after(deadline, is_stopping);
  const auto known = check_kind(*opened, file);
  if (known) return *std::move(opened);
  const SqliteFailure kind = opened->failure() == SqliteFailure::none ? SqliteFailure::other : opened->failure();
  return std::unexpected(LookFailure{kind, known.error().reason});
}

struct GameIndexWriter::Statements {
  explicit Statements(SqliteFile& file)
      : find_name(file, "SELECT id FROM names WHERE text = ?1"),
        add_name(file, "INSERT INTO names(text, folded) VALUES (?1, ?2) RETURNING id"),
        add_game(
            file,
            "INSERT INTO games(id, game, event, site, date, year, round, players, result, winner, plies, identity, "
            "file, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"),
        add_record(file, "INSERT INTO records(game, pdn) VALUES (?1, ?2)"),
        add_player(file, "INSERT INTO temp.new_players VALUES (?1, ?2, ?3)"),
        add_position(file, "INSERT INTO temp.new_positions VALUES (?1, ?2, ?3, ?4)"),
        add_material(file, "INSERT INTO temp.new_materials VALUES (?1, ?2, ?3)") {}

  SqliteStatement find_name;
  SqliteStatement add_name;
  SqliteStatement add_game;
  SqliteStatement add_record;
  SqliteStatement add_player;
  SqliteStatement add_position;
  SqliteStatement add_material;
};

GameIndexWriter::GameIndexWriter(SqliteFile file) : file_(std::move(file)) {}
GameIndexWriter::~GameIndexWriter() = default;

base::Checked<std::unique_ptr<GameIndexWriter>> GameIndexWriter::open(const std::string& file_name) {
  auto opened = SqliteFile::open(file_name, SqliteUse::change);
  if (!opened) return std::unexpected(opened.error());
  std::unique_ptr<GameIndexWriter> writer(new GameIndexWriter(*std::move(opened)));
  SqliteFile& file = writer->file_;
  // 64 MiB of pages at hand, for the rows that wait as well; the rest is on the disk.
  file.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = -65536; PRAGMA temp.cache_size = -65536");
  file.execute("BEGIN IMMEDIATE");
  if (number_of(file, "SELECT count(*) FROM sqlite_schema") == 0) {
    file.execute(schema);
    file.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", index_kind, index_version));
  }
  if (const auto known = check_kind(file, file_name); !known) return std::unexpected(known.error());
  file.execute(waiting_rows);
  writer->statements_ = std::make_unique<Statements>(file);
  writer->games_ = writer->games_before_ = number_of(file, "SELECT ifnull(max(id), 0) FROM games");
  if (const auto good = file.check(); !good) return std::unexpected(good.error());
  return writer;
}

std::int64_t GameIndexWriter::id_of(const std::string& name) {
  if (const auto found = names_.find(name); found != names_.end()) return found->second;
  std::int64_t id = 0;
  statements_->find_name.with(name);
  while (statements_->find_name.step()) id = statements_->find_name.integer(0);
  if (id == 0) {
    const std::string small = folded(name);
    statements_->add_name.with(name, small);
    while (statements_->add_name.step()) id = statements_->add_name.integer(0);
  }
  if (name.size() > longest_name_at_hand) return id;
  if (names_.size() == most_names_at_hand) names_.clear();
  names_.emplace(name, id);
  return id;
}

base::Checked<void> GameIndexWriter::add(const GameEntry& entry, const std::string& from, std::int64_t line) {
  Statements& to = *statements_;
  const std::int64_t game = ++games_;
  std::string players;
  for (const EntryPlayer& player : entry.players) players += (players.empty() ? "" : "\n") + player.name;
  to.add_game
      .with(game, id_of(entry.token), id_of(entry.event), id_of(entry.site), entry.date, entry.year, entry.round,
            players, entry.result, entry.winner, entry.plies(), entry.identity, id_of(from), line)
      .run();
  to.add_record.with(game, entry.pdn).run();
  for (const EntryPlayer& player : entry.players) {
    if (!player.name.empty()) to.add_player.with(id_of(player.name), game, player.side).run();
  }
  int ply = 0;
  for (const EntryPosition& position : entry.positions) {
    to.add_position.with(position.hash, game, ply++, id_of(position.move)).run();
  }
  for (const auto& [material, at] : entry.materials) to.add_material.with(material, game, at).run();
  return file_.check();
}

base::Checked<GameIndexWriter::Totals> GameIndexWriter::finish() {
  file_.execute(sort_rows);
  file_.execute(find_duplicates);
  constexpr std::int64_t dearer = 8;  // to look a position up than to go on to the next
  count_frequent_moves(file_, (games_ - games_before_) * dearer > games_);
  const Totals totals{games_, number_of(file_, "SELECT count(*) FROM games WHERE duplicate_of IS NOT NULL")};
  statements_.reset();
  file_.execute("COMMIT");
  if (const auto good = file_.check(); !good) return std::unexpected(good.error());
  return totals;
}

}  // namespace crownstar::collections
