// Groups requests into SQLite transactions. A request that fails does not harm the others. It also decides when to
// checkpoint the write-ahead log.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "site/store/jobs.hpp"
#include "site/store/sqlite/compaction.hpp"
#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

// By how many pages the write-ahead log grows before the checkpointer runs, and before the writer checkpoints itself.
struct CheckpointBounds {
  int requested_pages = 0;
  int forced_pages = 0;
};

// How many events the append log may hold before compaction starts: when the writer is idle, and in any case.
struct CompactionBounds {
  int quiet_events = 2'000;
  int forced_events = 16'000;
  std::size_t portion = 500;  // events that are compacted between two commits
};

using Job = JobOn<Connection>;
using Jobs = JobsOn<Connection>;

class SqliteWriter {
 public:
  SqliteWriter(std::unique_ptr<Connection> connection, CheckpointBounds bounds,
               CompactionBounds compaction_bounds = {});
  ~SqliteWriter();
  SqliteWriter(const SqliteWriter&) = delete;
  SqliteWriter& operator=(const SqliteWriter&) = delete;

  // Afterwards each job has its outcome: what succeeded is on the disk.
  void commit(const Jobs& jobs);

  // Called between transactions; quiet: nobody waits for the writer, or will in a moment. True: there is more to do,
  // and another call does the next portion of it.
  bool maybe_compact(bool is_quiet);
  // Requested: the checkpointer should run, while the writer continues.
  enum class Checkpoint { none, requested, done, failed };
  Checkpoint maybe_checkpoint();

 private:
  bool commit_together(const Jobs& jobs);
  void commit_apart(const Jobs& jobs);
  bool end_transaction(const Jobs& jobs);
  void fail_all(const Jobs& jobs);

  std::unique_ptr<Connection> connection_;
  CheckpointBounds bounds_;
  CompactionBounds compaction_bounds_;
  std::optional<sqlite::Compaction> compaction_;
  std::size_t last_commit_ = 0;  // requests in it
  int uncompacted_ = 0;          // requests since the last time, of which nearly all are moves
  int wal_pages_ = 0;
  int seen_pages_ = 0;       // how many the log had at the writer's last checkpoint
  int requested_pages_ = 0;  // and when one was last requested
  bool is_room_wanted_ = false;
};

}  // namespace crownstar::store
