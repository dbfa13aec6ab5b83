// The encoding of several events in one row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "site/store/sqlite/connection.hpp"

namespace crownstar::store::sqlite {

// An event among others is `KIND-SIZE BODY-SIZE ` and both after one another. An append in a batch is `MATCH FIRST
// COUNT SIZE ` and its events. Sizes are bytes; a text, so that SQL can write it too.
void add_number(std::string& out, std::int64_t number);
void add_event(std::string& out, std::string_view kind, std::string_view body);

// Reads what was added. What does not fit together fails the connection, as a broken file does.
class Packed {
 public:
  Packed(Connection& connection, std::string_view bytes) : connection_(connection), rest_(bytes) {}

  bool has_more() const { return !rest_.empty(); }
  std::int64_t number();
  std::string_view bytes(std::int64_t size);

 private:
  int fail();

  Connection& connection_;
  std::string_view rest_;
};

// What a row of `events`, or of `fresh_batches`, has for its sum.
std::int64_t sum_of_events(std::int64_t match, std::int64_t number, std::string_view kind, std::string_view body);
std::int64_t sum_of_batch(std::string_view events);
// Fails the connection where the row has another one. A row of an older program has none.
void check_sum(Connection& connection, const Row& row, int column, std::int64_t sum);

struct Event {
  std::string_view kind;
  std::string_view body;
};
Event next_event(Packed& from);

struct AppendedEvents {
  std::int64_t match = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::string_view events;
  std::int64_t end() const { return first + count; }
};

template <typename Visit>
void each_append(Connection& connection, std::string_view batch, Visit visit) {
  Packed from(connection, batch);
  while (from.has_more()) {
    AppendedEvents append{from.number(), from.number(), from.number(), {}};
    append.events = from.bytes(from.number());
    visit(append);
  }
}

}  // namespace crownstar::store::sqlite
