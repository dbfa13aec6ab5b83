#include "site/store/sqlite/connection.hpp"

#include <cerrno>
#include <cstddef>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/own_writes.hpp"

namespace crownstar::store {

FailureKind failure_kind(int extended_code, int system_code) {
  if (extended_code == SQLITE_CONSTRAINT_PRIMARYKEY || extended_code == SQLITE_CONSTRAINT_UNIQUE ||
      extended_code == SQLITE_CONSTRAINT_ROWID) {
    return FailureKind::taken;
  }
  switch (extended_code & 0xff) {
    case SQLITE_FULL:
      return FailureKind::full;
    case SQLITE_READONLY:
      return FailureKind::read_only;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return FailureKind::busy;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      if (system_code == ENOSPC || system_code == EDQUOT || system_code == EFBIG) return FailureKind::full;
      if (system_code == EROFS) return FailureKind::read_only;
      return FailureKind::broken;
    default:
      return FailureKind::broken;
  }
}

std::string_view Row::bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string_view{} : std::string_view(static_cast<const char*>(bytes), size);
}

std::string Row::text(int column) const { return std::string(bytes(column)); }

Outcome<std::unique_ptr<Connection>> Connection::open(const std::string& path, int flags,
                                                      std::shared_ptr<OwnWrites> own) {
  // SQLite's memory statistics are off: nobody reads them, and they take a lock for every allocation.
  static const int memory_uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(memory_uncounted);
  sqlite3* database = nullptr;
  // NOMUTEX: a connection belongs to one thread.
  const int code = sqlite3_open_v2(path.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                                   own ? own->vfs() : nullptr);
  std::unique_ptr<Connection> connection(new Connection(database, std::move(own)));
  if (code != SQLITE_OK) {
    const int system_code = database == nullptr ? 0 : sqlite3_system_errno(database);
    return std::unexpected(
        Failure{failure_kind(code, system_code), fmt::format("{} can't be opened: {}", path, sqlite3_errstr(code))});
  }
  sqlite3_busy_timeout(database, 5000);
  return connection;
}

Connection::~Connection() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(database_);
}

sqlite3_stmt* Connection::prepared(std::string_view sql) {
  if (failure_) return nullptr;
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second;
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement, nullptr);
  if (code != SQLITE_OK) {
    fail_with_code(code, sql);
    return nullptr;
  }
  statements_.emplace(sql, statement);
  return statement;
}

bool Connection::end(sqlite3_stmt* statement, int code) {
  if (code != SQLITE_DONE) fail_with_code(code, sqlite3_sql(statement));
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return code == SQLITE_DONE;
}

void Connection::fail_with_code(int code, std::string_view sql) {
  // SQLite notes what the system said, but not where a COMMIT failed; then it is still what was said last.
  const int noted = sqlite3_system_errno(database_);
  fail(failure_kind(code, noted == 0 ? errno : noted),
       fmt::format("{} ({}), asked to {}", sqlite3_errmsg(database_), code, sql.substr(0, sql.find_first_of("\n("))));
}

void Connection::execute(const std::string& sql) {
  if (failure_) return;
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail_with_code(code, sql);
}

void Connection::fail(FailureKind kind, std::string text) {
  if (!failure_) failure_ = Failure{kind, std::move(text)};
}

void Connection::roll_back() {
  if (is_in_transaction()) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  failure_.reset();
  forget_gathered_events();
  forget_matches();
}

void Connection::forget_gathered_events() {
  is_gathering_ = false;
  gathered_.clear();
}

void Connection::forget_matches() {
  match_keys_.clear();
  if (log_index_) log_index_->mark_uncertain();
}

// The state of the fresh events was read before the transaction, which may see a little more than that.
void Connection::begin_reading() {
  if (log_index_) compactions_before_ = log_index_->compactions();
  change("BEGIN");
}

bool Connection::may_have_logged_events(std::int64_t match) const {
  return !log_index_ || log_index_->may_have(match, compactions_before_);
}

std::optional<std::int64_t> Connection::match_key(const std::string& id) {
  const auto found = match_keys_.find(id);
  if (found != match_keys_.end()) return found->second;
  std::optional<std::int64_t> key;
  each("SELECT key FROM matches WHERE id = ?1", [&](const Row& row) { key = row.integer(0); }, id);
  if (key) remember_match(id, *key);
  return key;
}

void Connection::remember_match(const std::string& id, std::int64_t key) {
  if (match_keys_.size() >= limits::matches_met) match_keys_.clear();
  match_keys_.emplace(id, key);
}

}  // namespace crownstar::store
