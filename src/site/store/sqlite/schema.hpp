// The SQLite tables, and the numbered migrations that bring an older store up to date. A store of a newer program is
// refused.
#pragma once

#include <span>
#include <string_view>

#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

// Step n brings a store of version n - 1 to version n; step 1 makes the first tables. A step that was once released
// never changes: whatever is to be different is another step, with the schema that it starts from kept in
// tests/store_schemas.
std::span<const std::string_view> schema_steps();
int schema_version();
// From this version on the rows of older star games say that the pieces of players who leave stay (CC-22).
inline constexpr int version_that_says_leave = 4;

// What the file is, before anything is done to it.
struct SchemaMark {
  bool is_empty = false;  // nothing in it at all: a new store may be made
  int version = 0;
};
Outcome<SchemaMark> read_mark(Connection& connection);

// Each step is a transaction of its own: a step that fails leaves the store as the step before left it.
Outcome<void> migrate(Connection& connection, std::span<const std::string_view> steps);

}  // namespace crownstar::store
