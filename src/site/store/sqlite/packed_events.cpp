#include "site/store/sqlite/packed_events.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "site/store/event_sum.hpp"

namespace crownstar::store::sqlite {

namespace {

// Beyond any size and number that was ever written, and far from where their sums end.
constexpr std::int64_t largest_number = std::int64_t{1} << 53U;

}  // namespace

void add_number(std::string& out, std::int64_t number) {
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), written.ptr);
  out += ' ';
}

void add_event(std::string& out, std::string_view kind, std::string_view body) {
  add_number(out, static_cast<std::int64_t>(kind.size()));
  add_number(out, static_cast<std::int64_t>(body.size()));
  out += kind;
  out += body;
}

std::int64_t Packed::number() {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
  if (error != std::errc{} || end == rest_.data() + rest_.size() || *end != ' ') return fail();
  if (value < 0 || value > largest_number) return fail();
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()) + 1);
  return value;
}

std::string_view Packed::bytes(std::int64_t size) {
  if (std::cmp_greater(size, rest_.size())) fail();
  const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(taken.size());
  return taken;
}

int Packed::fail() {
  connection_.fail(FailureKind::broken, "a row of several events is damaged");
  rest_ = {};
  return 0;
}

std::int64_t sum_of_events(std::int64_t match, std::int64_t number, std::string_view kind, std::string_view body) {
  return RowSum().add(match).add(number).add(kind).add(body).value();
}

std::int64_t sum_of_batch(std::string_view events) { return RowSum().add(events).value(); }

void check_sum(Connection& connection, const Row& row, int column, std::int64_t sum) {
  if (row.is_null(column) || row.integer(column) == sum) return;
  connection.fail(FailureKind::broken, "a row of events is damaged: it has not the checksum that it was written with");
}

Event next_event(Packed& from) {
  const std::int64_t kind = from.number();
  const std::int64_t body = from.number();
  const std::string_view first = from.bytes(kind);
  return {first, from.bytes(body)};
}

}  // namespace crownstar::store::sqlite
