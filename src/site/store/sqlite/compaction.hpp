// Compaction: moves events from the append log to the `events` table in small portions, so that it never delays the
// writer for long.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/packed_events.hpp"

namespace crownstar::store::sqlite {

// The first events of a new match go directly into `events`.
void write_first_events(Connection& connection, std::int64_t match, const std::vector<EventRow>& rows);

// One pass over all events that are in the log when it begins. Other connections may append and read between steps.
// Until the last step an event may be in both tables, and then it counts once.
class Compaction {
 public:
  explicit Compaction(Connection& connection);
  Compaction(const Compaction&) = delete;
  Compaction& operator=(const Compaction&) = delete;

  bool is_done() const { return is_done_; }
  // Moves about this many events in one transaction. False if that failed: then nothing was moved, and a new pass must
  // be started later.
  bool step(std::size_t events);

 private:
  void write_portion(std::size_t events);

  Connection& connection_;
  std::vector<std::string> batches_;     // which the appends look into
  std::vector<AppendedEvents> appends_;  // by matches and their events' numbers
  std::size_t written_ = 0;
  std::int64_t last_batch_ = 0;
  bool is_done_ = false;
};

// Moves all events in one transaction. False if that failed; then nothing has changed.
bool compact_append_log(Connection& connection);

}  // namespace crownstar::store::sqlite
