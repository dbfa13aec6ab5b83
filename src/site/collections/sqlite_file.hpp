// A SQLite file and its prepared statements. It does not know what is kept in it.
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/refusal.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace crownstar::collections {

// `look` opens for reading alone, waits for no lock, and trusts nothing that is in the file.
enum class SqliteUse { search, change, look };

enum class SqliteFailure {
  none,
  late,  // it took longer than it might
  busy,  // another program is changing the file
  other,
};

// A failure sticks: whatever is asked after it does nothing, until `check` tells of it.
class SqliteFile {
 public:
  // One that is not there is made where it is to be changed.
  static base::Checked<SqliteFile> open(const std::string& name, SqliteUse use);
  SqliteFile(SqliteFile&& other) noexcept;
  SqliteFile& operator=(SqliteFile&&) = delete;
  ~SqliteFile();

  void execute(const std::string& sql);
  base::Checked<void> check() const;
  SqliteFailure failure() const { return kind_; }

  // What runs past the deadline, or while the flag is set, fails. The flag must outlive the file.
  void end_after(std::chrono::steady_clock::time_point deadline, const std::atomic<bool>& is_stopping);

 private:
  friend class SqliteStatement;
  SqliteFile(std::string name, sqlite3* file) : name_(std::move(name)), file_(file) {}
  void note(int code);

  std::string name_;
  sqlite3* file_;
  std::optional<std::string> failure_;
  SqliteFailure kind_ = SqliteFailure::none;
  struct Patience {
    std::chrono::steady_clock::time_point deadline;
    const std::atomic<bool>* is_stopping = nullptr;
  };
  std::unique_ptr<Patience> patience_;  // where SQLite finds it, wherever this object is moved
};

using SqliteValue = std::variant<std::monostate, std::int64_t, std::string>;

// Lives no longer than its file.
class SqliteStatement {
 public:
  SqliteStatement(SqliteFile& file, std::string_view sql);
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement();

  // The parameters from the first on. Texts must last until the statement has ended.
  template <class... Values>
  SqliteStatement& with(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }
  SqliteStatement& with_all(const std::vector<SqliteValue>& values);

  bool step();  // whether there is another row; after the last one it can be begun again
  void run() {
    while (step()) continue;
  }

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  std::string text(int column) const;

 private:
  void bind(int index, std::monostate nothing);
  void bind(int index, std::string_view text);
  void bind(int index, const std::string& text) { bind(index, std::string_view(text)); }
  void bind_number(int index, std::int64_t number);
  template <std::integral Number>
  void bind(int index, Number number) {
    bind_number(index, static_cast<std::int64_t>(number));
  }
  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : bind(index, std::monostate());
  }

  SqliteFile& file_;
  sqlite3_stmt* statement_ = nullptr;
};

// The number that a question is answered with; 0 where there is no answer.
std::int64_t number_of(SqliteFile& file, std::string_view sql);

}  // namespace crownstar::collections
