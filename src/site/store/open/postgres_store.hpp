// Opens the PostgreSQL backend. Many nodes write to it at once; the key of match and event number decides who was
// first. The SQL is in statements/.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

struct PostgresOptions {
  std::string address;      // as libpq has it: postgresql://USER@HOST:PORT/DATABASE
  bool must_exist = false;  // refuses a database that has no tables of ours
  std::size_t most_waiting_writes = limits::writes_waiting;
  std::size_t most_waiting_bytes = limits::write_bytes_waiting;
  std::size_t most_waiting_reads = limits::reads_waiting;
  std::size_t most_in_a_commit = 1'024;
  int readers = 2;
};

class PostgresStore : public Store {
 public:
  virtual StoreFigures figures() const = 0;
};

// Creates the tables or upgrades them. Refused: a database that can't be reached now, one that a newer program wrote,
// one whose text is not UTF-8. `post` may be called until the store is destroyed.
//
// While the database is away every request fails as `busy`, and nothing was done. If the connection is lost in the
// middle of a commit, the request is answered only when it is known whether it was committed.
Outcome<std::unique_ptr<PostgresStore>> open_postgres(const PostgresOptions& options, Post post);

bool is_postgres_address(std::string_view location);
// Without its password, for logs and messages.
std::string shown_address(std::string_view location);

}  // namespace crownstar::store
