// The append log: each commit adds its events as one row of `fresh_batches`, so that the moves of many matches share a
// page and an insert. Compaction (compaction.hpp) later moves them to `events`, grouped by match. Meanwhile an event
// may be in both tables; it counts once.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

// Which matches may have events in the append log; shared by the writing connection and the readers of the same file.
// Answers are conservative: in doubt, the whole log is searched.
class AppendLogIndex {
 public:
  using Key = std::int64_t;

  // Taken before a reader's transaction begins.
  std::uint64_t compactions() const;
  // False only if that transaction can see none of this match.
  bool may_have(Key match, std::uint64_t compactions_before) const;

  // ---- For the writing connection ----
  struct Known {
    bool is_known = false;
    bool has_rows = false;
    int next = 0;  // the number that this match's next event has
  };
  Known known(Key match) const;
  void note(Key match, int next);  // before it is committed
  void mark_uncertain();           // something was undone
  void begin_compaction();         // of what is noted by now
  void end_compaction();           // and that has been done

 private:
  static constexpr int in_doubt = -1;

  struct Noted {
    int next = 0;
    std::uint64_t round = 0;  // of the compaction before which it was noted last
  };

  mutable std::mutex mutex_;
  std::unordered_map<Key, Noted> noted_;
  std::uint64_t round_ = 0;
  std::uint64_t compactions_ = 0;
};

namespace sqlite {

// In a row of their own, or with the others of the transaction if the connection gathers them.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows);
// What the connection has gathered becomes a row; to be called before the commit.
void write_gathered_events(Connection& connection);
std::vector<EventRow> read_events(Connection& connection, std::int64_t match, int from, int limit);
// The number that follows on what lies in `events` of this match.
std::int64_t next_compacted(Connection& connection, std::int64_t match);
// The matches with events in the log, by key, and whether those continue the compacted events without a gap.
std::map<std::int64_t, bool> logged_matches(Connection& connection);

}  // namespace sqlite

}  // namespace crownstar::store
