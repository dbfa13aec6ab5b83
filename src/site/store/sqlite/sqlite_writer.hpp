// Knows how many requests become one transaction, what a failing one costs the others (nothing), and when the log is to
// be folded into the file. Refuses to know what is asked and who is told.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "site/store/jobs.hpp"
#include "site/store/sqlite/compaction.hpp"
#include "site/store/sqlite/sqlite_connection.hpp"

namespace crownstar::store {

// How many pages the log has grown by when it is to be folded beside the writer, and when the writer does it itself.
struct CheckpointBounds {
  int wished_pages = 0;
  int forced_pages = 0;
};

// How many events lie unsorted, when nobody waits and in any case.
struct SortBounds {
  int quiet_events = 2'000;
  int forced_events = 16'000;
  std::size_t portion = 500;  // events that are sorted between two commits
};

using Job = JobOn<Connection>;
using Jobs = JobsOn<Connection>;

class SqliteWriter {
 public:
  SqliteWriter(std::unique_ptr<Connection> connection, CheckpointBounds bounds, SortBounds sort_bounds = {});
  ~SqliteWriter();
  SqliteWriter(const SqliteWriter&) = delete;
  SqliteWriter& operator=(const SqliteWriter&) = delete;

  // Afterwards each job has its outcome: what succeeded is on the disk.
  void commit(const Jobs& jobs);

  // Called between transactions; quiet: nobody waits for the writer, or will in a moment. True: there is more to do,
  // and another call does the next portion of it.
  bool maybe_sort(bool is_quiet);
  // Wished: somebody else is to fold the log, while the writer goes on.
  enum class Checkpoint { none, wished, done, failed };
  Checkpoint maybe_checkpoint();

 private:
  bool commit_together(const Jobs& jobs);
  void commit_apart(const Jobs& jobs);
  bool end_transaction(const Jobs& jobs);
  void fail_all(const Jobs& jobs);

  std::unique_ptr<Connection> connection_;
  CheckpointBounds bounds_;
  SortBounds sort_bounds_;
  std::optional<sqlite::Sorting> sorting_;
  std::size_t last_commit_ = 0;  // requests in it
  int unsorted_ = 0;             // requests since the last time, of which nearly all are moves
  int log_pages_ = 0;
  int seen_pages_ = 0;    // how many the log had at the writer's last checkpoint
  int wished_pages_ = 0;  // and when one was last wished for
  bool is_room_wanted_ = false;
};

}  // namespace crownstar::store
