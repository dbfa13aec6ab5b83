// The PostgreSQL tables, and the numbered migrations that bring an older store up to date. A store of a newer program
// is refused.
#pragma once

#include <span>
#include <string_view>

#include "site/store/postgres/connection.hpp"

namespace crownstar::store::postgres {

// Step n brings a store of version n - 1 to version n; step 1 makes the first tables. A step that was once released
// never changes: whatever is to be different is another step.
std::span<const std::string_view> schema_steps();
int schema_version();

// 0: there is no store in the database yet.
Outcome<int> read_version(Connection& connection);

// All missing steps in one transaction, by one program at a time: nodes may start together.
Outcome<void> migrate(Connection& connection, std::span<const std::string_view> steps);

}  // namespace crownstar::store::postgres
