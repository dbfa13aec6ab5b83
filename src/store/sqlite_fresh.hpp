// Knows where events lie. What a commit appends is one row of `fresh_batches`, so that the moves of many matches share
// a page and an insert; now and then they are sorted into `events`, where those of a match lie together, some to a row.
// Refuses to know what is in them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "store/sqlite_connection.hpp"

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
  void sorted();

 private:
  static constexpr int in_doubt = -1;

  mutable std::mutex mutex_;
  std::unordered_map<Key, int> next_;
  std::uint64_t sorts_ = 0;
};

namespace sqlite {

// Of a match that has none: straight into `events`.
void write_first_events(Connection& connection, std::int64_t match, const std::vector<EventRow>& rows);
// In a row of their own, or with the others of the transaction if the connection gathers them.
void append_events(Connection& connection, std::int64_t match, int first_number, const std::vector<EventRow>& rows);
// What the connection has gathered becomes a row; to be called before the commit.
void write_gathered_events(Connection& connection);
std::vector<EventRow> read_events(Connection& connection, std::int64_t match, int from, int limit);
// One transaction. False if it could not be done: then everything is where it was.
bool sort_fresh_events(Connection& connection);
// The matches that have fresh events, by their keys, and whether those go on where the others end.
std::map<std::int64_t, bool> fresh_matches(Connection& connection);

}  // namespace sqlite

}  // namespace crownstar::store
