// Knows how many requests become one transaction, what a failing one costs the others (nothing), and when the log is
// folded into the file. Refuses to know what is asked and who is told.
#pragma once

#include <memory>
#include <optional>

#include "store/sqlite_jobs.hpp"

namespace crownstar::store {

struct CheckpointBounds {
  int quiet_pages = 0;
  int forced_pages = 0;
};

class SqliteWriter {
 public:
  SqliteWriter(std::unique_ptr<Connection> connection, CheckpointBounds bounds);

  // Afterwards each job has its outcome: what succeeded is on the disk.
  void commit(const Jobs& jobs);

  enum class Checkpoint { none, done, failed };
  // Called between transactions; quiet: nobody waits for the writer.
  Checkpoint maybe_checkpoint(bool is_quiet);

 private:
  bool commit_together(const Jobs& jobs);
  void commit_apart(const Jobs& jobs);
  bool end_transaction(const Jobs& jobs);
  void fail_all(const Jobs& jobs);

  std::unique_ptr<Connection> connection_;
  CheckpointBounds bounds_;
  int log_pages_ = 0;
  int seen_pages_ = 0;  // how many the log had at the last checkpoint
  bool is_room_wanted_ = false;
};

}  // namespace crownstar::store
