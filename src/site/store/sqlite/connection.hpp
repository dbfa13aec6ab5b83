// One connection to a SQLite file: prepared statements, parameters and rows, and failures as the store's interface
// names them.
#pragma once

#include <cerrno>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <sqlite3.h>

#include "site/store/store.hpp"

namespace crownstar::store {

class AppendLogIndex;
class OwnWrites;

class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}

  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  bool is_set(int column) const { return integer(column) != 0; }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  int small(int column) const { return sqlite3_column_int(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const;        // bytes too
  std::string_view bytes(int column) const;  // until the next row
  Instant instant(int column) const { return Instant(std::chrono::milliseconds(integer(column))); }
  std::optional<Instant> maybe_instant(int column) const {
    return is_null(column) ? std::nullopt : std::optional(instant(column));
  }

 private:
  sqlite3_stmt* statement_;
};

// A failure sticks: later calls do nothing, until it is taken. So the statements of a transaction follow one another,
// and the result is checked once, at the end.
class Connection {
 public:
  // `flags` as sqlite3_open_v2 has them. `own`: through which it writes to the store's file.
  static Outcome<std::unique_ptr<Connection>> open(const std::string& path, int flags,
                                                   std::shared_ptr<OwnWrites> own = nullptr);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  sqlite3* raw() const { return database_; }

  // The text must outlive the connection (a literal): it is the key under which the prepared statement is kept.
  // Answers the number of rows that it changed.
  template <typename... Values>
  int change(std::string_view sql, const Values&... values) {
    sqlite3_stmt* statement = bound(sql, values...);
    if (statement == nullptr) return 0;
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) code = sqlite3_step(statement);
    return end(statement, code) ? sqlite3_changes(database_) : 0;
  }

  // The same as `change`: only PostgreSQL gains by not waiting for the answer.
  template <typename... Values>
  void change_later(std::string_view sql, const Values&... values) {
    change(sql, values...);
  }

  // Locks rows where a database has several writers. Here there is only one, so there is nothing to lock.
  template <typename... Values>
  void hold(std::string_view /*sql*/, const Values&... /*values*/) {}

  // Calls `read(Row)` for each row found.
  template <typename Read, typename... Values>
  void each(std::string_view sql, Read read, const Values&... values) {
    sqlite3_stmt* statement = bound(sql, values...);
    if (statement == nullptr) return;
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) read(Row(statement));
    end(statement, code);
  }

  template <typename... Values>
  bool exists(std::string_view sql, const Values&... values) {
    bool is_there = false;
    each(sql, [&](const Row&) { is_there = true; }, values...);
    return is_there;
  }

  // For statements that are used once, or that can't be kept.
  void execute(const std::string& sql);

  void fail(FailureKind kind, std::string text);
  bool has_failed() const { return failure_.has_value(); }
  Failure take_failure() { return *std::exchange(failure_, std::nullopt); }

  bool is_in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }
  bool is_read_only() const { return sqlite3_db_readonly(database_, "main") == 1; }
  std::int64_t changes_so_far() const { return sqlite3_total_changes64(database_); }
  // Undoes the transaction if there is still one, and forgets the failure that led to it.
  void roll_back();

  // The keys of matches that this connection has met; they never change. Emptied when a transaction is undone.
  std::optional<std::int64_t> match_key(const std::string& id);
  void remember_match(const std::string& id, std::int64_t key);
  void forget_matches();

  // The index that this connection shares with the others of its store; without one, every read searches the whole log.
  void share(std::shared_ptr<AppendLogIndex> index) { log_index_ = std::move(index); }
  AppendLogIndex* log_index() const { return log_index_.get(); }
  // What this transaction appends, to be written as one row at its end (append_log.hpp); null: each at once.
  void gather_events() { is_gathering_ = true; }
  std::string* gathered_events() { return is_gathering_ ? &gathered_ : nullptr; }
  void forget_gathered_events();
  void begin_reading();  // a transaction that sees the file as it is now
  bool may_have_logged_events(std::int64_t match) const;

 private:
  Connection(sqlite3* database, std::shared_ptr<OwnWrites> own) : own_(std::move(own)), database_(database) {}

  sqlite3_stmt* prepared(std::string_view sql);
  bool end(sqlite3_stmt* statement, int code);
  void fail_with_code(int code, std::string_view sql);

  template <typename... Values>
  sqlite3_stmt* bound(std::string_view sql, const Values&... values) {
    sqlite3_stmt* statement = prepared(sql);
    if (statement == nullptr) return nullptr;
    errno = 0;  // what a failure reads, see fail_with_code
    int index = 0;
    (bind(statement, ++index, values), ...);
    return statement;
  }

  template <typename Value>
  static void bind(sqlite3_stmt* statement, int index, const Value& value) {
    if constexpr (std::is_same_v<Value, Bytes>) {
      // An empty view may point nowhere, which SQLite would take for NULL.
      const char* bytes = value.bytes.empty() ? "" : value.bytes.data();
      sqlite3_bind_blob64(statement, index, bytes, value.bytes.size(), SQLITE_STATIC);
    } else if constexpr (std::is_same_v<Value, Instant>) {
      sqlite3_bind_int64(statement, index, value.time_since_epoch().count());
    } else if constexpr (std::is_same_v<Value, std::optional<Instant>>) {
      value ? bind(statement, index, *value) : void(sqlite3_bind_null(statement, index));
    } else if constexpr (std::is_enum_v<Value> || std::integral<Value>) {
      sqlite3_bind_int64(statement, index, static_cast<sqlite3_int64>(value));
    } else if constexpr (std::floating_point<Value>) {
      sqlite3_bind_double(statement, index, value);
    } else {
      const std::string_view text(value);
      sqlite3_bind_text64(statement, index, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
  }

  std::shared_ptr<OwnWrites> own_;
  sqlite3* database_;
  std::unordered_map<std::string_view, sqlite3_stmt*> statements_;
  std::unordered_map<std::string, std::int64_t> match_keys_;
  std::shared_ptr<AppendLogIndex> log_index_;
  std::string gathered_;
  bool is_gathering_ = false;
  std::uint64_t compactions_before_ = 0;
  std::optional<Failure> failure_;
};

// The failure that a SQLite code (and the system's code beneath it) stands for.
FailureKind failure_kind(int extended_code, int system_code);

}  // namespace crownstar::store
