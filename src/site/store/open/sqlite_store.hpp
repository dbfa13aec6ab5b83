// Opens the SQLite backend: one file, and one writer thread that commits all waiting requests in one transaction. The
// SQL is in statements/.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/limits.hpp"
#include "site/store/sqlite/integrity/store_check.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

struct SqliteOptions {
  std::string path;
  // Reads beside a running server: no lock, no migration, every write refused as `read_only`.
  bool is_read_only = false;
  bool must_exist = false;  // refuses a file with nothing in it, which would become a new store
  std::size_t most_waiting_writes = limits::writes_waiting;
  std::size_t most_waiting_bytes = limits::write_bytes_waiting;
  std::size_t most_waiting_reads = limits::reads_waiting;
  std::size_t most_in_a_commit = 8'192;
  // After a transaction of so many requests the next one begins no sooner than this after it began.
  std::size_t many_in_a_commit = 8;
  std::chrono::microseconds pause_of_many{2'000};
  int readers = 1;
  // The write-ahead log is folded into the file beside the writer when it has grown by more pages than the first
  // number, and by the writer itself past the second.
  int requested_checkpoint_pages = 1'000;
  int forced_checkpoint_pages = 16'000;
  StoreCheckTerms check{};
  int cache_kibibytes = 32'768;  // of the writer; a reader has a quarter
};

struct StoreFigures {
  std::uint64_t writes = 0;   // requests that changed something or tried to
  std::uint64_t commits = 0;  // transactions in which they went to the disk
  std::uint64_t refusals = 0;
  std::uint64_t checkpoints = 0;
  std::uint64_t failed_checkpoints = 0;
  std::uint64_t waiting = 0;  // writes queued or under way
  bool is_failing = false;    // the disk or the file refused something in the last transaction
  std::string damage{};       // damage found in the file so far; empty: none
  std::uint64_t checks = 0;   // how often the whole file has been checked
  std::string trouble{};      // why the file is not the one that was opened; empty: it is

  bool is_degraded() const { return is_failing || !damage.empty() || !trouble.empty(); }
};

class SqliteStore : public Store {
 public:
  virtual StoreFigures figures() const = 0;
};

// Creates the file or upgrades its schema. Refused: a file that is no store, one that a newer program wrote, and one
// that another server has open. `post` may be called until the store is destroyed.
Outcome<std::unique_ptr<SqliteStore>> open_sqlite(SqliteOptions options, Post post);

}  // namespace crownstar::store
