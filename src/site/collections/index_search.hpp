// What is asked of an index of games, and how it is asked of SQLite.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "site/collections/position_hash.hpp"
#include "site/collections/sqlite_file.hpp"

namespace crownstar::collections {

// From one number to another, both included; either may be left open.
struct NumberRange {
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;

  bool operator==(const NumberRange&) const = default;
};

// Men and kings of each side; a side that is not told may have any.
struct MaterialPattern {
  struct Force {
    int men = 0;
    int kings = 0;
  };
  std::optional<Force> white;
  std::optional<Force> black;

  MaterialPattern turned() const { return {black, white}; }
};

// A game is found that fits all of it.
struct IndexQuery {
  std::string game = {};                  // a token; empty for any
  std::vector<std::string> players = {};  // parts of names, at whatever seat
  std::string white = {};
  std::string black = {};
  std::string event = {};
  std::string winner = {};  // as GameEntry::winner
  NumberRange years = {};
  NumberRange plies = {};
  std::vector<std::int64_t> opening = {};    // the positions that it begins with, the first one too
  std::vector<std::int64_t> positions = {};  // one of these occurs
  std::vector<MaterialPattern> materials = {};
  bool wants_duplicates = false;  // those that repeat an earlier game, and no others
};

struct FoundGame {
  std::int64_t number = 0;
  std::string game;
  std::string event;
  std::string site;
  std::string date;
  std::string round;
  std::vector<std::string> players;  // by seat
  std::string result;
  std::int64_t plies = 0;
  std::optional<std::int64_t> duplicate_of;
  std::string file;
  std::int64_t line = 0;
  std::string pdn;
};

struct FoundMove {
  std::string move;
  std::int64_t games = 0;
  std::int64_t first_wins = 0;
  std::int64_t draws = 0;
  std::int64_t second_wins = 0;
};

// Which of the found games are wanted, in the order in which they were added.
struct FoundPage {
  std::int64_t after = 0;  // the number of the game before
  std::int64_t most = 0;
  bool with_records = false;
};

// As GameEntry::winner calls them.
struct SidesOfTwo {
  std::string first;
  std::string second;
};

class IndexSearch {
 public:
  IndexSearch(SqliteFile& file, const IndexQuery& query);

  std::int64_t count(std::int64_t most = std::numeric_limits<std::int64_t>::max());
  void each(const FoundPage& page, const std::function<void(const FoundGame&)>& use);
  // The same of all games, as it was counted when they were added. Nothing where it was not, since few came to the
  // position, or where the search asks for anything but the position.
  std::optional<std::vector<FoundMove>> counted_moves(std::int64_t position, const SidesOfTwo& sides);
  // The moves of the found games in this position, the most frequent first, and which of these sides won. A game counts
  // once for each move that it made there. Only the first so many of the times that games came to it are looked at.
  std::vector<FoundMove> moves_in(std::int64_t position, const SidesOfTwo& sides,
                                  std::int64_t most = std::numeric_limits<std::int64_t>::max());

 private:
  void add(std::string condition, std::vector<SqliteValue> values);
  void add_side(const std::string& side, const std::string& text);
  bool is_frequent_name(const std::string& text);
  void add_range(const std::string& column, const NumberRange& range);
  void add_material(const std::vector<MaterialPattern>& patterns);
  void add_first_copy();
  void add_positions(const std::string& condition, const std::vector<std::int64_t>& hashes,
                     std::vector<SqliteValue> values);
  void add_opening(const std::vector<std::int64_t>& opening);

  SqliteFile& file_;
  bool narrows_;
  std::vector<std::int64_t> positions_;
  std::string conditions_ = "TRUE";
  std::vector<SqliteValue> values_;
};

// One game with its record, by its number; nothing where there is none.
std::optional<FoundGame> game_numbered(SqliteFile& file, std::int64_t number);

// How often a position came up, so far as it is counted.
std::int64_t times_of(SqliteFile& file, std::int64_t position, std::int64_t most);

// The tokens of the games in the index.
std::vector<std::string> games_in(SqliteFile& file);

}  // namespace crownstar::collections
