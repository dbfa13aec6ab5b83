// Knows how new events come to lie with the others of their matches: in portions, so that nobody who waits for the
// writer waits long. Refuses to know when it is time for that.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/store/sqlite/sqlite_connection.hpp"
#include "site/store/sqlite/sqlite_packed.hpp"

namespace crownstar::store::sqlite {

// Of a match that has none: straight into `events`.
void write_first_events(Connection& connection, std::int64_t match, const std::vector<EventRow>& rows);

// One going over all the new events that there are when it begins. Between two steps others may append, and read: until
// the last step an event may lie in both places, and then it counts once.
class Sorting {
 public:
  explicit Sorting(Connection& connection);
  Sorting(const Sorting&) = delete;
  Sorting& operator=(const Sorting&) = delete;

  bool is_done() const { return is_done_; }
  // About so many events, in one transaction. False if it could not be done: then nothing was, and it is to be begun
  // anew another time.
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

// All of them in one transaction. False if it could not be done: then everything is where it was.
bool sort_fresh_events(Connection& connection);

}  // namespace crownstar::store::sqlite
