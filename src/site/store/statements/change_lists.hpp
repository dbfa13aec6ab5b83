// Lists of what was changed in a store, kept as settings: whoever serves the store looks at them every few seconds.
// Each function is one step of its caller's transaction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "site/store/statements/rating_statements.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

// The changes that are listed, and room for one more: the newest ones, and all that come after the last one that a
// server has logged. A line each: a number that grows, and what was changed.
struct Listed {
  std::string text;
  std::int64_t last = 0;
  std::size_t not_logged = 0;
};

std::int64_t number_of(std::string_view change);
Listed listed(std::string_view kept, std::int64_t logged);
Listed with_none_to_log(std::string_view kept);

// Whoever changes a list reads it and writes it: one after another.
template <typename Connection>
void hold_lists(Connection& connection) {
  constexpr std::int64_t lock = 0x43524f58;  // of PostgreSQL; beside that of the schema
  connection.hold("SELECT pg_advisory_xact_lock(?1)", lock);
}

template <typename Connection>
void note(Connection& connection, std::string_view list, const Listed& kept, std::string_view change) {
  const std::string text = fmt::format("{}{} {}\n", kept.text, kept.last + 1, change);
  RatingStatements<Connection>::write_setting(connection, std::string(list), text);
}

template <typename Connection>
void note_changed(Connection& connection, const std::string& person) {
  hold_lists(connection);
  const auto kept = RatingStatements<Connection>::read_setting(connection, std::string(people_changed_key));
  note(connection, people_changed_key, with_none_to_log(kept.value_or("")), person);
}

}  // namespace crownstar::store
