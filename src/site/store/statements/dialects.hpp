// Where SQL differs between the two backends: how other tables refer to a match, and a few expressions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/store/postgres/connection.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

template <typename Connection>
struct MatchesOf;

// A number that grows with every match made; the newest events lie in a table of their own.
template <>
struct MatchesOf<Connection> {
  using Key = std::int64_t;
  static constexpr std::string_view key = "key";
  static constexpr std::string_view key_of_id = "(SELECT key FROM matches WHERE id = ?1)";
  static constexpr std::string_view place = "key";                // in the order in which they were made
  static constexpr std::string_view is_listed = "is_listed = 1";  // as the indexes have it
  static constexpr bool has_many_servers = false;                 // at the same time
  static constexpr std::string_view as_bytes{};                   // the type of a value in an expression
  // In the lines of a setting: of a text that is the last word of one; 0: of none.
  static constexpr std::string_view position_of_last_word = "instr(value, CAST(' ' || {} || char(10) AS blob))";
  // By name, because the key's own order would do as well, among all the matches there ever were.
  static constexpr std::string_view unfinished = "INDEXED BY matches_unfinished";
  static constexpr std::string_view of_player =
      "WHERE key IN (SELECT DISTINCT match FROM seats WHERE player = ?1 AND player <> '' AND match < ?2"
      " ORDER BY match DESC LIMIT ?3) ORDER BY key DESC";

  static Key read_key(const Row& row, int column) { return row.integer(column); }
  static std::optional<Key> find(Connection& connection, const std::string& id) { return connection.match_key(id); }
  // For certain: whether it is asked or remembered.
  static bool is_taken(Connection& connection, const std::string& id) { return connection.match_key(id).has_value(); }
  static Key just_made(Connection& connection, const std::string& id);

  static void write_first_events(Connection& connection, Key match, const std::vector<EventRow>& rows);
  static void append_events(Connection& connection, Key match, int first_number, const std::vector<EventRow>& rows);
  static std::vector<EventRow> read_events(Connection& connection, Key match, int from, int limit);
};

// Its own id, so that the tables can be spread over machines by it.
template <>
struct MatchesOf<postgres::Connection> {
  using Connection = postgres::Connection;
  using Key = std::string;
  static constexpr std::string_view key = "id";
  static constexpr std::string_view key_of_id = "?1";
  static constexpr std::string_view place = "place";
  static constexpr std::string_view is_listed = "is_listed";
  static constexpr bool has_many_servers = true;
  static constexpr std::string_view as_bytes = "::bytea";
  static constexpr std::string_view position_of_last_word =
      "position(convert_to(' ' || {} || chr(10), 'UTF8') IN value)";
  static constexpr std::string_view unfinished{};
  static constexpr std::string_view of_player =
      "WHERE id IN (SELECT match FROM seats WHERE player = ?1 AND player <> '') AND place < ?2 ORDER BY place DESC"
      " LIMIT ?3";

  static Key read_key(const postgres::Row& row, int column) { return row.text(column); }
  static std::optional<Key> find(Connection& connection, const std::string& id);
  // Without a round trip: an id that another node has taken is noticed when the row is written.
  static bool is_taken(Connection& connection, const std::string& id) { return connection.has_met_match(id); }
  static Key just_made(Connection& connection, const std::string& id) {
    connection.remember_match(id);  // and forgotten again if it is undone
    return id;
  }

  static void write_first_events(Connection& connection, const Key& match, const std::vector<EventRow>& rows) {
    append_events(connection, match, 0, rows);
  }
  static void append_events(Connection& connection, const Key& match, int first_number,
                            const std::vector<EventRow>& rows);
  static std::vector<EventRow> read_events(Connection& connection, const Key& match, int from, int limit);
};

}  // namespace crownstar::store
