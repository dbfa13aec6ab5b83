// The index of a collection: a SQLite file with games, players, positions and material, to search by them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "site/collections/game_entry.hpp"
#include "site/collections/sqlite_file.hpp"

namespace crownstar::collections {

// Refused where the file is no index, or of a version that this program does not know.
base::Checked<SqliteFile> open_index(const std::string& file);

struct LookFailure {
  SqliteFailure kind = SqliteFailure::other;
  std::string reason;
};
// For reading alone, beside programs that change it, and with a limit of time from the beginning.
std::expected<SqliteFile, LookFailure> look_into_index(const std::string& file,
                                                       std::chrono::steady_clock::time_point deadline,
                                                       const std::atomic<bool>& is_stopping);

// Adds games, all of one run or none: what has not been finished is undone, by whoever opens the file next.
// Memory does not grow with the games: what is to be sorted waits in a file of SQLite's own.
class GameIndexWriter {
 public:
  // A file that is there is added to.
  static base::Checked<std::unique_ptr<GameIndexWriter>> open(const std::string& file_name);
  GameIndexWriter(const GameIndexWriter&) = delete;
  GameIndexWriter& operator=(const GameIndexWriter&) = delete;
  ~GameIndexWriter();

  // `line` is where it begins in its file.
  base::Checked<void> add(const GameEntry& entry, const std::string& from, std::int64_t line);

  struct Totals {
    std::int64_t games = 0;
    std::int64_t repeated = 0;  // the same players made the same moves in an earlier one
  };
  // Of the whole index.
  base::Checked<Totals> finish();

 private:
  explicit GameIndexWriter(SqliteFile file);
  std::int64_t id_of(const std::string& name);

  struct Statements;
  SqliteFile file_;
  std::unique_ptr<Statements> statements_;
  std::map<std::string, std::int64_t, std::less<>> names_;  // that were met lately
  std::int64_t games_ = 0;
  std::int64_t games_before_ = 0;  // this run
};

}  // namespace crownstar::collections
