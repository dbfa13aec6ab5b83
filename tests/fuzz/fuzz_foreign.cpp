// Any bytes as a database of another program: it is refused in one line, or every position that it knows has a number
// among its values, and all of these unpack. The first byte chooses the format, the next two how long the index is.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engines/tablebase/foreign/cake.hpp"
#include "engines/tablebase/foreign/chinook.hpp"
#include "engines/tablebase/foreign/scan.hpp"
#include "input_laws.hpp"

namespace {

using namespace crownstar;
using tablebase::Database;
using tablebase::Placement;

void look_up(const Database& database, const Placement& placement) {
  const auto place = database.find(placement);
  if (!place || place->packed == nullptr) return;
  fuzz::require(place->number < place->packed->size());
  std::array<tablebase::Symbol, 1> value{};
  fuzz::require(place->packed->unpack(place->number, value) == 1);
  fuzz::require(value.front() <= static_cast<tablebase::Symbol>(tablebase::Value::loss));
}

// All positions of two pieces, and with a third one of each kind beside them.
void look_at(const Database& database, int squares, int men_squares) {
  const auto bit = [](int square) { return std::uint64_t{1} << square; };
  for (int own = 0; own < squares; ++own) {
    for (int theirs = 0; theirs < squares; ++theirs) {
      if (own == theirs) continue;
      const int third = (own * 7 + theirs * 3) % squares;
      const std::uint64_t more = third == own || third == theirs ? 0 : bit(third);
      const bool is_man = own < men_squares;
      const bool is_their_man = theirs >= squares - men_squares;
      look_up(database, {0, bit(own), 0, bit(theirs)});
      look_up(database, {0, bit(own) | more, 0, bit(theirs)});
      if (is_man) look_up(database, {bit(own), 0, 0, bit(theirs) | more});
      if (is_their_man) look_up(database, {0, bit(own), bit(theirs), more});
      if (is_man && is_their_man) look_up(database, {bit(own), more, bit(theirs), 0});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 3;
  if (size < head) return 0;
  const std::span<const std::uint8_t> rest(data + head, size - head);
  const std::size_t length = std::min<std::size_t>(rest.size(), std::size_t{data[1]} | std::size_t{data[2]} << 8U);
  const std::string_view index(reinterpret_cast<const char*>(rest.data()), length);
  const auto values = rest.subspan(length);
  if (data[0] % 3 == 0) {
    const auto database = tablebase::ChinookDatabase::read(values, index);
    if (database)
      look_at(**database, tablebase::chinook_squares, 28);
    else
      fuzz::check_refusal(database.error());
  } else if (data[0] % 3 == 1) {
    tablebase::CakeDatabase database;
    const auto done = database.read(2 + data[0] / 3 % 5, values, index);
    if (done)
      look_at(database, tablebase::cake_squares, 28);
    else
      fuzz::check_refusal(done.error());
  } else {
    tablebase::ScanDatabase database;
    constexpr std::array<tablebase::Slice, 4> slices{
        {{{0, 1}, {0, 1}}, {{1, 0}, {0, 1}}, {{1, 0}, {1, 0}}, {{0, 2}, {0, 1}}}};
    const auto done = database.read(slices[data[0] / 3 % slices.size()], values);
    if (done)
      look_at(database, tablebase::scan_squares, 45);
    else
      fuzz::check_refusal(done.error());
  }
  return 0;
}
