#include "site/collections/sqlite_file.hpp"

#include <system_error>
#include <utility>

#include <sqlite3.h>

#include "base/text/quote.hpp"

namespace crownstar::collections {

base::Checked<SqliteFile> SqliteFile::open(const std::string& name, SqliteUse use) {
  // To SQLite these are no files: what is written there is gone at the end.
  if (name.empty() || name == ":memory:") {
    return base::refuse("expected a file's name instead of " + base::quoted(name));
  }
  const bool is_read = use == SqliteUse::look;
  const int flags = (is_read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX |
                    SQLITE_OPEN_EXRESCODE | (use == SqliteUse::change ? SQLITE_OPEN_CREATE : 0);
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &opened, flags, nullptr);
  SqliteFile file(name, opened);
  if (code != SQLITE_OK) {
    // Of what the system refused SQLite says only that it could not open it.
    const int of_system = (code & 255) == SQLITE_CANTOPEN ? sqlite3_system_errno(opened) : 0;
    return base::refuse("cannot open " + base::quoted(name) + ": " +
                        (of_system != 0 ? std::generic_category().message(of_system) : sqlite3_errstr(code)));
  }
  constexpr int lock_patience = 5000;
  sqlite3_busy_timeout(opened, is_read ? 0 : lock_patience);
  if (is_read) {
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    file.execute("PRAGMA cell_size_check = ON");
  }
  return file;
}

SqliteFile::SqliteFile(SqliteFile&& other) noexcept
    : name_(std::move(other.name_)),
      file_(std::exchange(other.file_, nullptr)),
      failure_(std::move(other.failure_)),
      kind_(other.kind_),
      patience_(std::move(other.patience_)) {}

SqliteFile::~SqliteFile() { sqlite3_close(file_); }

void SqliteFile::execute(const std::string& sql) {
  if (failure_) return;
  note(sqlite3_exec(file_, sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteFile::note(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE || failure_) return;
  failure_ = sqlite3_errmsg(file_);
  constexpr int main_part = 255;  // of an extended code
  switch (code & main_part) {
    case SQLITE_INTERRUPT:
      kind_ = SqliteFailure::late;
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      kind_ = SqliteFailure::busy;
      break;
    default:
      kind_ = SqliteFailure::other;
  }
}

void SqliteFile::end_after(std::chrono::steady_clock::time_point deadline, const std::atomic<bool>& is_stopping) {
  patience_ = std::make_unique<Patience>(deadline, &is_stopping);
  constexpr int steps = 1000;  // of SQLite's machine, a small part of a millisecond
  sqlite3_progress_handler(
      file_, steps,
      [](void* given) {
        const auto& patience = *static_cast<const Patience*>(given);
        return patience.is_stopping->load() || std::chrono::steady_clock::now() > patience.deadline ? 1 : 0;
      },
      patience_.get());
}

base::Checked<void> SqliteFile::check() const {
  if (!failure_) return {};
  return base::refuse(base::quoted(name_) + ": " + *failure_);
}

SqliteStatement::SqliteStatement(SqliteFile& file, std::string_view sql) : file_(file) {
  if (file.failure_) return;
  file.note(sqlite3_prepare_v2(file.file_, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr));
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

SqliteStatement& SqliteStatement::with_all(const std::vector<SqliteValue>& values) {
  int index = 0;
  for (const SqliteValue& value : values) {
    std::visit([&](const auto& each) { bind(++index, each); }, value);
  }
  return *this;
}

bool SqliteStatement::step() {
  if (statement_ == nullptr || file_.failure_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  file_.note(code);
  sqlite3_reset(statement_);
  return false;
}

void SqliteStatement::bind(int index, std::monostate /*nothing*/) { sqlite3_bind_null(statement_, index); }

void SqliteStatement::bind(int index, std::string_view text) {
  // An empty view may point nowhere, which SQLite would take for NULL.
  sqlite3_bind_text64(statement_, index, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteStatement::bind_number(int index, std::int64_t number) { sqlite3_bind_int64(statement_, index, number); }

bool SqliteStatement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

std::int64_t SqliteStatement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string SqliteStatement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

std::int64_t number_of(SqliteFile& file, std::string_view sql) {
  SqliteStatement statement(file, sql);
  std::int64_t number = 0;
  while (statement.step()) number = statement.integer(0);
  return number;
}

}  // namespace crownstar::collections
