// Knows where events lie. What a commit appends is one row of `fresh_batches`, so that the moves of many matches share
// a page and an insert; now and then they are sorted into `events`, where those of a match lie together, some to a row
// (sqlite_sorting.hpp). While that goes on an event may lie in both, and counts once.
// Refuses to know what is in them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "site/store/sqlite/sqlite_connection.hpp"

namespace crownstar::store {

// Shared by the one connection that writes and those that read the same file: which matches may have fresh events.
// Nothing needs to be told for the answer to be right: who is in doubt looks through all of them.
class FreshEvents {
 public:
  using Key = std::int64_t;

  // Taken before a reader's transaction begins.
  std::uint64_t sorts() const;
  // False only if that transaction can see none of this match.
  bool may_have(Key match, std::uint64_t sorts_before) const;

  // ---- For the one who writes ----
  struct Known {
    bool is_known = false;
    bool has_rows = false;
    int next = 0;  // the number that this match's next event has
  };
  Known known(Key match) const;
  void note(Key match, int next);  // before it is committed
  void doubt();                    // something was undone
  void begin_sorting();            // of what is noted by now
  void sorted();                   // and that has been done

 private:
  static constexpr int in_doubt = -1;

  struct Noted {
    int next = 0;
    std::uint64_t round = 0;  // that of the sorting before which it was noted last
  };

  mutable std::mutex mutex_;
  std::unordered_map<Key, Noted> noted_;
  std::uint64_t round_ = 0;
  std::uint64_t sorts_ = 0;
};

namespace sqlite {

// In a row of their own, or with the others of the transaction if the connection gathers them.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows);
// What the connection has gathered becomes a row; to be called before the commit.
void write_gathered_events(Connection& connection);
std::vector<EventRow> read_events(Connection& connection, std::int64_t match, int from, int limit);
// The number that follows on what lies in `events` of this match.
std::int64_t next_sorted(Connection& connection, std::int64_t match);
// The matches that have fresh events, by their keys, and whether those go on where the others end.
std::map<std::int64_t, bool> fresh_matches(Connection& connection);

}  // namespace sqlite

}  // namespace crownstar::store
