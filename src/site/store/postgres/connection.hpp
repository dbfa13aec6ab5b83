// One connection to PostgreSQL: prepared statements in a pipeline, parameters and rows, and failures as the store's
// interface names them.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "site/store/store.hpp"

namespace crownstar::store::postgres {

class Row {
 public:
  Row(const PGresult* result, int row) : result_(result), row_(row) {}

  bool is_null(int column) const { return PQgetisnull(result_, row_, column) == 1; }
  bool is_set(int column) const { return *PQgetvalue(result_, row_, column) != 0; }
  std::int64_t integer(int column) const;  // of any width
  int small(int column) const { return static_cast<int>(integer(column)); }
  double real(int column) const { return std::bit_cast<double>(integer(column)); }
  std::string text(int column) const;  // bytes too
  Instant instant(int column) const { return Instant(std::chrono::milliseconds(integer(column))); }
  std::optional<Instant> maybe_instant(int column) const {
    return is_null(column) ? std::nullopt : std::optional(instant(column));
  }

 private:
  const PGresult* result_;
  int row_;
};

// What a statement is given, in the binary form of the wire.
struct Parameters {
  int count = 0;
  const Oid* types = nullptr;
  const char* const* values = nullptr;
  const int* lengths = nullptr;
};

template <std::size_t N>
class Binding {
 public:
  template <typename... Values>
  explicit Binding(const Values&... values) {
    std::size_t index = 0;
    (set(index++, values), ...);
  }
  Parameters parameters() const {
    return {.count = static_cast<int>(N), .types = types_.data(), .values = values_.data(), .lengths = lengths_.data()};
  }

 private:
  static constexpr Oid bool_type = 16, bytes_type = 17, integer_type = 20, text_type = 25, real_type = 701;

  template <typename Value>
  void set(std::size_t index, const Value& value) {
    if constexpr (std::is_same_v<Value, Bytes>) {
      // An empty view may point nowhere, which would mean NULL.
      point(index, bytes_type, value.bytes.empty() ? "" : value.bytes.data(), value.bytes.size());
    } else if constexpr (std::is_same_v<Value, Instant>) {
      set(index, static_cast<std::int64_t>(value.time_since_epoch().count()));
    } else if constexpr (std::is_same_v<Value, std::optional<Instant>>) {
      value ? set(index, *value) : point(index, integer_type, nullptr, 0);
    } else if constexpr (std::is_same_v<Value, bool>) {
      numbers_[index][0] = value ? '\1' : '\0';
      point(index, bool_type, numbers_[index].data(), 1);
    } else if constexpr (std::is_enum_v<Value> || std::integral<Value>) {
      copy(index, integer_type, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    } else if constexpr (std::floating_point<Value>) {
      copy(index, real_type, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    } else {
      const std::string_view text(value);
      point(index, text_type, text.empty() ? "" : text.data(), text.size());
    }
  }
  void copy(std::size_t index, Oid type, std::uint64_t number) {
    for (int byte = 7; byte >= 0; --byte, number >>= 8U) {
      numbers_[index][static_cast<std::size_t>(byte)] = static_cast<char>(number & 0xffU);
    }
    point(index, type, numbers_[index].data(), 8);
  }
  void point(std::size_t index, Oid type, const char* value, std::size_t size) {
    types_[index] = type;
    values_[index] = value;
    lengths_[index] = static_cast<int>(size);
  }

  std::array<Oid, N> types_{};
  std::array<const char*, N> values_{};
  std::array<int, N> lengths_{};
  std::array<std::array<char, 8>, N> numbers_{};
};

struct CloseConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, ClearResult>;

// A failure sticks: later calls do nothing, until the transaction is rolled back or the failure is taken. So the
// statements of a transaction follow one another, and the result is checked once.
class Connection {
 public:
  // `address` as libpq has it: postgresql://…
  static Outcome<std::unique_ptr<Connection>> open(const std::string& address);

  // Answers the number of rows that it changed. The text must outlive the connection: statements are kept by it.
  // A parameter is written ?1, as for SQLite; PostgreSQL gets $1.
  template <typename... Values>
  int change(std::string_view sql, const Values&... values) {
    ++changes_;
    return changed_rows(ask(sql, Binding<sizeof...(Values)>(values...).parameters()).get());
  }

  // The same, without waiting for an answer: what went wrong is known at the next call that waits, or at the end of the
  // transaction. So the moves of a whole batch cost one round trip to the database.
  template <typename... Values>
  void change_later(std::string_view sql, const Values&... values) {
    ++changes_;
    send(sql, Binding<sizeof...(Values)>(values...).parameters());
  }

  // Locks rows until the transaction ends, so that what is read of them stays true.
  template <typename... Values>
  void hold(std::string_view sql, const Values&... values) {
    send(sql, Binding<sizeof...(Values)>(values...).parameters());
  }

  // Calls `read(Row)` for each row found.
  template <typename Read, typename... Values>
  void each(std::string_view sql, Read read, const Values&... values) {
    const Result result = ask(sql, Binding<sizeof...(Values)>(values...).parameters());
    const int rows = result ? PQntuples(result.get()) : 0;
    for (int row = 0; row < rows; ++row) read(Row(result.get(), row));
  }

  template <typename... Values>
  bool exists(std::string_view sql, const Values&... values) {
    bool is_there = false;
    each(sql, [&](const Row&) { is_there = true; }, values...);
    return is_there;
  }

  // Statements that are used once, and not kept.
  template <typename Read>
  void each_once(const std::string& sql, Read read) {
    const Result result = ask_once(sql);
    const int rows = result ? PQntuples(result.get()) : 0;
    for (int row = 0; row < rows; ++row) read(Row(result.get(), row));
  }
  void execute_within(const std::string& sql) { ask_once(sql); }

  enum class Kind { writing, reading };  // reading: all of it sees one moment
  void begin(Kind kind);
  // False if the connection failed before or at the end; then nothing was done, unless `is_in_doubt`.
  bool commit();
  // The connection was lost between the request to commit and its answer.
  bool is_in_doubt() const { return is_in_doubt_; }
  // Undoes the transaction, and forgets the failure that led to it.
  void roll_back();

  // Outside of a transaction: several statements at once, each not kept, all or none of them.
  void execute(const std::string& sql);

  void fail(FailureKind kind, std::string text);
  bool has_failed() const { return failure_.has_value(); }
  Failure take_failure() { return *std::exchange(failure_, std::nullopt); }
  bool is_lost() const { return is_lost_; }
  // Two transactions waited for each other: the same again may well succeed.
  bool is_worth_another_try() const { return is_worth_another_try_; }

  // The database itself refused something: the transaction can only be rolled back.
  bool is_aborted() const { return is_aborted_; }
  std::int64_t changes_so_far() const { return changes_; }

  // Matches that this connection met before: none is ever taken away. Emptied when a transaction is undone.
  bool has_met_match(const std::string& id) const { return matches_met_.contains(id); }
  void remember_match(const std::string& id);

 private:
  explicit Connection(PGconn* connection) : connection_(connection) {}

  void send(std::string_view sql, const Parameters& parameters);
  Result ask(std::string_view sql, const Parameters& parameters);
  Result ask_once(const std::string& sql);
  Result wait();
  bool prepare(std::string_view sql, const Parameters& parameters, std::string& name);
  void send_plain(const char* sql);
  // Reads the answers of all that was sent, and gives the last one.
  Result collect();
  bool synchronise();
  bool has_hung_up() const;
  void note(const PGresult* result);
  void lose();
  static int changed_rows(const PGresult* result);

  std::unique_ptr<PGconn, CloseConnection> connection_;
  std::unordered_map<std::string_view, std::string> statements_;
  std::vector<std::string_view> unsure_;  // prepared since the last answer: gone if something before them failed
  std::unordered_set<std::string> matches_met_;
  std::optional<Failure> failure_;
  std::int64_t changes_ = 0;
  int sent_ = 0;  // and not yet answered
  int names_ = 0;
  bool is_open_ = false;  // a transaction
  bool is_lost_ = false;
  bool is_aborted_ = false;
  bool is_in_doubt_ = false;
  bool is_worth_another_try_ = false;
};

// The failure that an SQLSTATE stands for.
FailureKind failure_kind(std::string_view state);

}  // namespace crownstar::store::postgres
